import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../../app.ts';
import { buildVoiceCatalogue } from '../../seed/factories/account-factories.ts';
import { tokens } from '../../testing/well-known.ts';
import { voicePortrait, voiceTone } from './voice-media.ts';

const list = '/api/v1/global/voice-list?provider_id=provider_a&limit=100';
const sample = '/__mock/voices/aurora-delia-001/sample.wav';

let mock: Mock;
let url: string;
beforeAll(async () => {
  mock = await createMock();
  ({ url } = await mock.listen(0));
});
afterAll(() => mock.close());

interface Voice {
  readonly url: string;
  readonly image: string | null;
}

function voicesOf(body: unknown): readonly Voice[] {
  return (body as { data: { voices: readonly Voice[] } }).data.voices;
}

async function voicesAt(address: string, headers: Readonly<Record<string, string>> = {}): Promise<readonly Voice[]> {
  const answer = await fetch(address + list, { headers: { token: tokens.acme, ...headers } });
  return voicesOf(await answer.json());
}

/** The first voice's sample as it reads for a client that sends these headers, which fetch does not let one set. */
async function sampleFor(headers: Readonly<Record<string, string>>): Promise<string> {
  const answer = await request(url)
    .get(list)
    .set({ token: tokens.acme, ...headers });
  return voicesOf(answer.body)[0]?.url ?? '';
}

describe('the addresses of a voice list', () => {
  it('are those of the mock that was asked, and each can be loaded without a token', async () => {
    const voices = await voicesAt(url);
    expect(voices).toHaveLength(37);
    for (const { url: tone, image } of voices) {
      expect(tone.startsWith(`${url}/`)).toBe(true);
      const answer = await fetch(tone);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav']);
      if (image === null) continue;
      const drawn = await fetch(image);
      expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    }
    expect(voices.some(({ image }) => image === null)).toBe(true);
  });

  it.each([
    [{ host: 'app.example' }, 'http://app.example'],
    [{ host: 'localhost:8080' }, 'http://localhost:8080'],
    [{ host: '[::1]:4010' }, 'http://[::1]:4010'],
    [{ host: 'app.example', 'x-forwarded-proto': 'https' }, 'https://app.example'],
  ])('follow what the client calls the mock: %j', async (headers, origin) => {
    expect(await sampleFor(headers)).toBe(`${origin}${sample}`);
  });

  it.each(['a"b', 'evil.example/path?', 'user@evil.example', '<script>', 'a b', 'a'.repeat(300), '[::1', ''])(
    'do not repeat %j, which is no host',
    async (host) => {
      expect(await sampleFor({ host })).toBe(`${url}${sample}`);
    },
  );

  it.each([
    ['by its header', (base: string) => voicesAt(base, { 'x-mock-world': 'w1' })],
    ['by its address', (base: string) => voicesAt(`${base}/__mock/worlds/w1`)],
  ])('lead into the world that is asked %s', async (_, ask) => {
    const [voice] = await ask(url);
    expect(voice?.url).toBe(`${url}/__mock/worlds/w1${sample}`);
    expect((await fetch(voice?.url ?? '')).status).toBe(200);
  });

  it('have the path that the application is mounted below', async () => {
    const server = http.createServer(express().use('/platform', mock.app)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as { readonly port: number };
      const base = `http://127.0.0.1:${port}/platform`;
      const [voice] = await voicesAt(base);
      expect(voice?.url).toBe(base + sample);
      expect((await fetch(voice?.url ?? '')).status).toBe(200);
    } finally {
      server.close();
    }
  });

  it('begin with the public address if the mock has one', async () => {
    const other = await createMock({ publicUrl: 'https://mock.example/platform' });
    try {
      const answer = await request(other.app).get(list).set('token', tokens.acme);
      expect(voicesOf(answer.body)[0]?.url).toBe(`https://mock.example/platform${sample}`);
    } finally {
      await other.close();
    }
  });

  it('are left as they are where they lead elsewhere', async () => {
    const { store } = mock.worlds.default;
    const voice = store.view().get('voices', 'birch-marcus-001') ?? [...store.view().all('voices')].at(-1);
    if (voice === undefined) throw new Error('the default scenario has voices');
    const record = { ...voice, url: 'https://elsewhere.example/a.mp3', image: '/of-the-app.png' };
    await store.commit([store.view().put('voices', record)]);
    const answer = await fetch(`${url}${list.replace('provider_a', voice.provider_id)}`, {
      headers: { token: tokens.acme },
    });
    const shown = voicesOf(await answer.json()).filter(({ url: tone }) => tone === record.url);
    expect(shown).toMatchObject([{ url: record.url, image: record.image }]);
  });
});

describe('a sample', () => {
  const whole = async () => Buffer.from(await (await fetch(url + sample)).arrayBuffer());

  it('is a WAV file of a second or two that is not silent', async () => {
    const file = await whole();
    expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 12)).toBe('RIFFWAVE');
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect(file.readUInt32LE(40)).toBe(file.length - 44);
    const seconds = (file.length - 44) / file.readUInt32LE(28);
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(3);
    expect(file.length).toBeLessThan(100_000);
    const samples = Array.from({ length: (file.length - 44) / 2 }, (_, i) => file.readInt16LE(44 + i * 2));
    expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(20_000);
    expect(Math.abs(samples[0] ?? 1)).toBeLessThan(100);
    expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(100);
  });

  it('is another one for each voice, and the same for the same', () => {
    const voices = buildVoiceCatalogue();
    const files = voices.map((voice) => voiceTone(voice).toString('base64'));
    expect(new Set(files).size).toBe(voices.length);
    expect(voices.map((voice) => voiceTone(voice).toString('base64'))).toEqual(files);
  });

  it.each([
    ['bytes=0-', 206, 0, undefined],
    ['bytes=0-1', 206, 0, 2],
    ['bytes=44-143', 206, 44, 144],
    ['bytes=-100', 206, -100, undefined],
    ['bytes=0-999999999', 206, 0, undefined],
    ['bytes=0-1,40-50', 200, 0, undefined],
    ['lines=0-1', 200, 0, undefined],
    ['nonsense', 200, 0, undefined],
  ])('is answered in the part that is asked for: %s', async (range, status, from, to) => {
    const file = await whole();
    const answer = await fetch(url + sample, { headers: { range } });
    const expected = file.subarray(from < 0 ? file.length + from : from, to ?? file.length);
    expect(answer.status).toBe(status);
    expect(Buffer.from(await answer.arrayBuffer()).equals(expected)).toBe(true);
    expect(answer.headers.get('content-length')).toBe(String(expected.length));
    const start = from < 0 ? file.length + from : from;
    const place = `bytes ${start}-${start + expected.length - 1}/${file.length}`;
    expect(answer.headers.get('content-range')).toBe(status === 206 ? place : null);
  });

  it('has no part beyond its end', async () => {
    const answer = await fetch(url + sample, { headers: { range: 'bytes=999999999-' } });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${(await whole()).length}`]);
  });

  it('is not sent again to a browser that has it, nor in parts of another version', async () => {
    const { headers } = await fetch(url + sample);
    expect(headers.get('cache-control')).toContain('max-age=');
    const etag = headers.get('etag') ?? '';
    // fetch itself would say that it wants a fresh one.
    expect((await request(url).get(sample).set('if-none-match', etag)).status).toBe(304);
    expect((await fetch(url + sample, { headers: { range: 'bytes=0-1', 'if-range': etag } })).status).toBe(206);
    expect((await fetch(url + sample, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } })).status).toBe(200);
  });
});

it('lets pages of any origin load them, and runs nothing', async () => {
  for (const name of ['sample.wav', 'portrait.svg']) {
    const { headers } = await fetch(`${url}/__mock/voices/aurora-delia-001/${name}`, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', origin: 'https://app.example' },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'") as IncomingHttpHeaders,
      'x-content-type-options': 'nosniff',
    });
  }
});

it.each(['no-such-voice', 'constructor', '%3Cscript%3E', '..%2F..', '%00', 'a'.repeat(3000)])(
  'answers 404 where there is no voice %s',
  async (id) => {
    const answer = await fetch(`${url}/__mock/voices/${id}/sample.wav`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  },
);

describe('a portrait', () => {
  it('is another one for each voice, and the same for the same', () => {
    const voices = buildVoiceCatalogue();
    const drawn = voices.map((voice) => voicePortrait({ ...voice, title: '' }));
    expect(new Set(drawn).size).toBe(voices.length);
    expect(voices.map((voice) => voicePortrait({ ...voice, title: '' }))).toEqual(drawn);
  });

  it('is well-formed whatever the voice is called', () => {
    const title = '</title><script>alert(1)</script>&\u0000\u0007"\'';
    const svg = voicePortrait({ id: 'x', title, gender: 'neutral', age: 'old' });
    for (const text of ['<script', '\u0000', '\u0007', '&#0;', '&#7;']) expect(svg).not.toContain(text);
    expect(svg).toContain('&#60;script&#62;');
  });
});
