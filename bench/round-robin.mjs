/**
 * A proxy that costs little: `node round-robin.mjs PORT PORT-OF-A-SERVER…`. It deals requests out in turn, and takes each
 * piece that a connection brings for a request, as the load client sends them.
 */
import { connect, createServer } from 'node:net';

const [port, ...servers] = process.argv.slice(2).map(Number);
let turn = 0;

createServer({ noDelay: true }, (client) => {
  const upstream = new Map();
  const open = (server) => {
    const socket = connect({ port: server, host: '127.0.0.1', noDelay: true })
      .on('data', (answer) => client.write(answer))
      .on('error', () => client.destroy())
      .on('close', () => upstream.delete(server));
    upstream.set(server, socket);
    return socket;
  };
  client
    .on('data', (request) => {
      const server = servers[turn++ % servers.length];
      (upstream.get(server) ?? open(server)).write(request);
    })
    .on('error', () => undefined)
    .on('close', () => upstream.forEach((socket) => socket.destroy()));
}).listen(port, '127.0.0.1');
