import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import supertest from 'supertest';
import type { Mock } from '../app.ts';
import { smallFiles } from './small-files.ts';
import { tokens } from './well-known.ts';

/** A request with secrets in it. */
export interface CanaryRequest {
  readonly place: string;
  readonly secrets: readonly string[];
  readonly send: () => Promise<unknown>;
}

const base = '/api/v1/global';

const form = '/api/agent/createagentorupdate';

/** A JSON object that holds a value so many members down. */
function nested(value: unknown, depth: number): object {
  return depth === 0 ? { value } : { inner: depth === 1 ? value : nested(value, depth - 1) };
}

const names = (
  'token access_token apiKey api-key password client_secret privateKey refreshToken JWT authorization credentials ' +
  'passphrase webhook_secret signingKey sessionToken x_signature otp'
).split(' ');

const headerNames = (
  'token api_access_token Authorization Proxy-Authorization X-Api-Key X-Auth-Token Cookie apikey X-Access-Token ' +
  'X-Session X-Session-Id X-CSRF-Token Ocp-Apim-Subscription-Key X-Client-Secret X-Amz-Security-Token ' +
  'X-Goog-Api-Key X-Hub-Signature-256 X-Password X-Functions-Key Private-Token X-Mock-Control-Token ' +
  'X-JWT-Assertion X-Credential X-Auth Set-Cookie X-Encryption-Key DD-API-KEY'
).split(' ');

/** Requests with a secret of their own in every place that a request has, and in the answers to some. */
export function canaryRequests({ app }: Mock, port: number): readonly CanaryRequest[] {
  return new Canaries(app, port).all();
}

class Canaries {
  readonly #app: Mock['app'];
  readonly #port: number;
  readonly #requests: CanaryRequest[] = [];
  #count = 0;
  /** Secrets that are recognized by their look. */
  readonly #looks = [
    (): string => createHash('sha256').update(this.#word()).digest('hex'),
    (): string => `eyJhbGciOiJIUzI1NiJ9.${this.#word()}.${this.#word()}`,
    (): string => `login-${this.#word()}`,
  ];

  constructor(app: Mock['app'], port: number) {
    this.#app = app;
    this.#port = port;
  }

  all(): readonly CanaryRequest[] {
    this.#addHeaders();
    this.#addAddresses();
    this.#addJson();
    this.#addTexts();
    this.#addBrokenBodies();
    this.#addForms();
    this.#addKnown();
    this.#addAnswers();
    return this.#requests;
  }

  /** A secret that only its place tells. */
  #word(): string {
    this.#count += 1;
    return `canary${this.#count}z${createHash('md5').update(String(this.#count)).digest('hex').slice(0, 9)}`;
  }

  /** Writes a request by hand: with header lines and a target that no client would send. */
  async #sendRaw(head: readonly string[], body: Buffer | string = ''): Promise<void> {
    const socket = connect(this.#port, '127.0.0.1');
    socket.on('error', () => undefined);
    const lines = [...head, 'host: mock', 'connection: close', `content-length: ${Buffer.byteLength(body)}`];
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]));
    socket.resume();
    await once(socket, 'close');
  }

  #add(place: string, secrets: readonly string[], send: () => Promise<unknown>): void {
    this.#requests.push({ place, secrets, send });
  }

  #json(place: string, secrets: readonly string[], body: object): void {
    this.#add(place, secrets, () =>
      supertest(this.#app).post(`${base}/create-agent`).set('token', tokens.acme).send(body),
    );
  }

  #addHeaders(): void {
    for (const name of headerNames) {
      for (const scheme of ['', 'Bearer ', 'Basic ']) {
        const secret = this.#word();
        this.#add(`header ${name}: ${scheme}`, [secret], () =>
          this.#sendRaw([`GET ${base}/verify HTTP/1.1`, `${name}: ${scheme}${secret}`]),
        );
      }
    }
    const cookies = [this.#word(), this.#word()];
    const cookie = `cookie: session=${cookies[0] ?? ''}; other=${cookies[1] ?? ''}`;
    this.#add('cookies', cookies, () => this.#sendRaw([`GET ${base}/verify HTTP/1.1`, cookie]));
    for (const look of this.#looks) {
      for (const name of ['User-Agent', 'X-Request-Id', 'Accept-Language']) {
        const secret = look();
        this.#add(`header ${name} by its look`, [secret], () =>
          this.#sendRaw([`GET ${base}/verify HTTP/1.1`, `${name}: ${secret}`]),
        );
      }
    }
    const referred = this.#word();
    this.#add('header Referer', [referred], () =>
      this.#sendRaw([`GET ${base}/verify HTTP/1.1`, `referer: https://app.example/?a=1&api_key=${referred}`]),
    );
  }

  #addAddresses(): void {
    for (const name of [...names, 'key', 'session', 'auth', '%74oken', 'token[]']) {
      const secret = this.#word();
      this.#add(`query ${name}`, [secret], () =>
        this.#sendRaw([`GET ${base}/voice-list?a=1&${name}=${secret} HTTP/1.1`]),
      );
    }
    for (const look of this.#looks) {
      const [step, value, name, encoded] = [look(), look(), look(), look()];
      this.#add('path', [step], () => this.#sendRaw([`GET ${base}/voice-list/${step} HTTP/1.1`]));
      this.#add('query value', [value], () => this.#sendRaw([`GET ${base}/voice-list?provider_id=${value} HTTP/1.1`]));
      this.#add('query name', [name], () =>
        this.#sendRaw([`GET ${base}/voice-list?provider_id=provider_a&${name}=1 HTTP/1.1`]),
      );
      const spelled = Buffer.from(encoded).toString('hex').replaceAll(/../g, '%$&');
      this.#add('query value, percent-encoded', [encoded, spelled], () =>
        this.#sendRaw([`GET ${base}/verify?q=${spelled}%ZZ HTTP/1.1`]),
      );
    }
    const password = this.#word();
    this.#add('user of an address', [password], () =>
      this.#sendRaw([`GET http://user:${password}@mock${base}/voice-list HTTP/1.1`]),
    );
  }

  #addJson(): void {
    for (const name of names) {
      for (const depth of [1, 3, 20]) {
        const secret = this.#word();
        this.#json(`member ${name}, ${depth} down`, [secret], {
          agent_name: 'A',
          configurations: nested({ [name]: secret }, depth),
        });
      }
      const [unknown, listed, inside] = [this.#word(), this.#word(), this.#word()];
      this.#json(`unknown member ${name}`, [unknown], { agent_name: 'A', [name]: unknown });
      this.#json(`list ${name}`, [listed, inside], {
        agent_name: 'A',
        configurations: { [name]: [listed, { user: inside }] },
      });
    }
    for (const look of this.#looks) {
      const [value, name, prompt] = [look(), look(), look()];
      this.#json('value by its look', [value], { agent_name: 'A', configurations: nested(value, 5) });
      this.#json('member name by its look', [name], { agent_name: 'A', [name]: 1, configurations: { [name]: 1 } });
      this.#json('in a text', [prompt], { agent_name: 'A', prompt: `use (${prompt}) to call` });
    }
  }

  #addTexts(): void {
    const texts: ((secret: string) => string)[] = [
      (secret) => `token=${secret}`,
      (secret) => `{"password":"two ${secret} words"}`,
      (secret) => `Authorization: Bearer ${secret}`,
      (secret) => `https://user:${secret}@hooks.example/`,
      (secret) => `https://hooks.example/?api_key=${secret}&b=1`,
    ];
    for (const make of texts) {
      const [secret, hook] = [this.#word(), this.#word()];
      this.#json('in a text, named there', [secret], { agent_name: 'A', prompt: make(secret) });
      this.#json('in an address', [hook], {
        agent_name: 'A',
        session_data_webhook: `https://hooks.example/?token=${hook}`,
      });
    }
    const pair = this.#word();
    this.#json('value beside its name', [pair], {
      agent_name: 'A',
      configurations: { headers: [{ name: 'X-Api-Key', value: pair }] },
    });
  }

  #addBrokenBodies(): void {
    const bodies: [string, string, (secret: string) => string][] = [
      ['broken JSON', 'application/json', (secret) => `{"agent_name":"A","password":"${secret}`],
      ['deep JSON', 'application/json', (secret) => `${'['.repeat(300)}{"token":"${secret}"}${']'.repeat(300)}`],
      [
        'JSON in JSON',
        'application/json',
        (secret) => JSON.stringify({ agent_name: 1, prompt: `{"token":"${secret}"}` }),
      ],
      ['a list', 'application/json', (secret) => JSON.stringify([{ api_key: secret }])],
      ['URL-encoded', 'application/x-www-form-urlencoded', (secret) => `agent_name=A&client_secret=${secret}`],
      ['text', 'text/plain', (secret) => `api-key: ${secret}`],
      ['form without a boundary', 'multipart/form-data', (secret) => `--x\r\n\r\n${secret}`],
      [
        'form cut off',
        'multipart/form-data; boundary=x',
        (secret) =>
          `--x\r\nContent-Disposition: form-data; name="FILE_KNOWLEDGE_BASES"; filename="a.pdf"\r\n\r\n%PDF-${secret}`,
      ],
      [
        'part with headers of its own',
        'multipart/form-data; boundary=x',
        (secret) => `--x\r\nContent-Disposition: form-data; name="a"\r\nX-Api-Key: ${secret}\r\n\r\nb\r\n--x--\r\n`,
      ],
    ];
    for (const [place, type, make] of bodies) {
      for (const prefer of ['', 'prefer: code=200']) {
        for (const path of [`${base}/create-agent`, form]) {
          const secret = this.#word();
          const head = [`POST ${path} HTTP/1.1`, `content-type: ${type}`, `token: ${tokens.acme}`];
          this.#add(`${place} to ${path}`, [secret], () =>
            this.#sendRaw(prefer === '' ? head : [...head, prefer], make(secret)),
          );
        }
      }
    }
  }

  #addForms(): void {
    const send = () =>
      supertest(this.#app).post(form).set('token', tokens.acme).field('basic_details[agent_name]', 'A');
    for (const name of names) {
      const [field, deep] = [this.#word(), this.#word()];
      this.#add(`form field ${name}`, [field, deep], () =>
        send().field(name, field).field(`guardrails[${name}]`, deep),
      );
    }
    for (const look of this.#looks) {
      const [value, fileName] = [look(), look()];
      this.#add('form value', [value], () => send().field('basic_details[agent_prompt]', value));
      this.#add('file name', [fileName], () =>
        send().attach('FILE_KNOWLEDGE_BASES', smallFiles.pdf, `${fileName}.pdf`),
      );
    }
    for (const [type, bytes] of Object.entries(smallFiles)) {
      for (const field of ['FILE_KNOWLEDGE_BASES', 'basic_details[chatbot_image]', 'other']) {
        const secret = this.#word();
        const content = Buffer.concat([bytes, Buffer.from(secret)]);
        this.#add(`content of ${type} in ${field}`, [secret], () => send().attach(field, content, `file.${type}`));
      }
    }
  }

  /** A token of any look, and the same text wherever else it may stand. */
  #addKnown(): void {
    const secret = `${this.#word()}/+ü"'`;
    const encoded = encodeURIComponent(secret);
    const head = (target: string) => [
      `POST ${target} HTTP/1.1`,
      `token: ${Buffer.from(secret, 'latin1').toString('latin1')}`,
    ];
    for (const target of [
      `${base}/voice-list/${encoded}`,
      `${base}/verify?q=${encoded}`,
      `${base}/verify?${encoded}=1`,
    ]) {
      this.#add('the token in an address', [secret, encoded], () => this.#sendRaw(head(target)));
    }
    const plain = this.#word();
    this.#add('the token in the body', [plain], () =>
      this.#sendRaw(
        [`POST ${base}/create-agent HTTP/1.1`, `token: ${plain}`],
        JSON.stringify({ a: plain, [plain]: [plain] }),
      ),
    );
    this.#add('the token in an odd body', [plain], () =>
      this.#sendRaw([`POST ${base}/verify HTTP/1.1`, `token: ${plain}`], `x ${plain} y`),
    );
  }

  #addAnswers(): void {
    const secrets = [tokens.acme, tokens.loginAcme];
    const as = (path: string, token: string) => supertest(this.#app).get(path).set('token', token);
    this.#add('answer: agent_token', ['"agent_token":"eyJ'], () =>
      as(`${base}/agents/get-by-id?agent_id=1004`, tokens.acme),
    );
    for (const name of ['set-cookie', 'x-api-key', 'x-auth-token']) {
      const secret = this.#word();
      const effect = { type: 'respond', status: 200, headers: { [name]: secret }, body: {}, undocumented: true };
      this.#add(`answer of one's own: ${name}`, [secret], async () => {
        await supertest(this.#app).post('/__mock/faults').send({ operation: 'verifyToken', effect });
        const { headers } = await supertest(this.#app).post(`${base}/verify`).set('token', tokens.acme);
        if (headers[name] === undefined) throw new Error(`The answer has no ${name}.`);
        await supertest(this.#app).delete('/__mock/faults');
      });
    }
    this.#add('answer: token', secrets, () => as(`${base}/get-token`, tokens.loginAcme));
    for (const look of this.#looks) {
      const secret = look();
      this.#add('answer: echoed', [secret], () => as(`${base}/voice-list?provider_id=${secret}`, tokens.acme));
    }
  }
}
