import type { ControlHandler } from '../control-handler.ts';
import { printMetrics } from './print-metrics.ts';

/** What this mock has done and holds, as Prometheus reads it. */
export const getMetrics: ControlHandler<'getMetrics'> = async (_, { worlds, shared, tally }) => {
  const { type, text } = await printMetrics({ worlds, shared, tally });
  const body = Buffer.from(text);
  return {
    stream: (response) => {
      response.writeHead(200, { 'content-type': type, 'content-length': body.length, 'cache-control': 'no-store' });
      response.end(body);
    },
  };
};
