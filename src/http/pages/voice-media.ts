import { createHash } from 'node:crypto';
import type { Request, Response, Router } from 'express';
import type { VoiceRecord } from '../../domain/records.ts';
import { type Draw, pick } from '../../domain/campaigns/dialling.ts';
import { voiceMediaPath } from '../../domain/voices/voices.ts';
import type { LocatedResponse } from '../exchange.ts';
import { createPageRouter } from './pages.ts';
import { glasses, grey, hairs, hairStyles, portrait, skins, stylesOf } from './portraits.gen.ts';
import { defaultWorldName } from '../../worlds/worlds.ts';

/** A drawn portrait of a voice, as an SVG that follows from the voice alone. */
export function voicePortrait(voice: Pick<VoiceRecord, 'id' | 'title' | 'gender' | 'age'>): string {
  const { id, title, gender, age } = voice;
  const draw = drawsFrom(id);
  const hue = Math.floor(draw() * 360);
  const skin = pick(skins, draw);
  const drawnHair = pick(hairs, draw);
  const { behind, before } = hairStyles[pick<keyof typeof hairStyles>(stylesOf[gender], draw)];
  const hair = { hair: age === 'old' ? grey : drawnHair };
  return withTexts(portrait, {
    // XML knows no control characters.
    name: title.replace(/\p{Cc}/gu, ' ').replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`),
    hue,
    skin,
    behind: withTexts(behind, hair),
    before: withTexts(before, hair),
    light: 12 + Math.floor(draw() * 72),
    lightHue: (hue + 24) % 360,
    coatHue: (hue + 150 + Math.floor(draw() * 60)) % 360,
    smile: 3 + Math.floor(draw() * 5),
    glasses: draw() < (age === 'young' ? 0.15 : 0.4) ? glasses : '',
  });
}

function withTexts(template: string, texts: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(texts[name]));
}

/** In samples a second: enough for tones this low, and a file of 48 kB. */
const rate = 16_000;
/** In seconds. */
const noteLength = 0.5;
const noteCount = 3;
/** Steps of a pentatonic scale, in semitones: any of them after any other sounds well. */
const scale = [0, 2, 4, 7, 9, 12];
/** In hertz, where a voice of this gender commonly speaks, an octave up so that small loudspeakers play it. */
const pitches = { male: 220, neutral: 294, female: 392 } as const;
/** In semitones. */
const shifts = { young: 2, middle_aged: 0, old: -3 } as const;

/** A few notes that stand for a voice's sample, as a WAV file: the same bytes for the same voice, on every machine. */
export function voiceTone({ id, gender, age }: Pick<VoiceRecord, 'id' | 'gender' | 'age'>): Buffer {
  const draw = drawsFrom(id);
  const key = shifts[age] + draw() * 4;
  const steps = Array.from({ length: noteCount }, () => key + pick(scale, draw));
  const samples = Math.floor(rate * noteLength);
  const file = Buffer.alloc(44 + noteCount * samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  // One channel with 16 bits a sample.
  file.write('WAVEfmt ', 8);
  for (const [at, value] of [16, 0x1_0001, rate, rate * 2, 0x10_0002].entries()) file.writeUInt32LE(value, 16 + at * 4);
  file.write('data', 36);
  file.writeUInt32LE(file.length - 44, 40);
  for (const [note, step] of steps.entries()) {
    const pitch = pitches[gender] * 2 ** (step / 12);
    for (let at = 0; at < samples; at += 1) {
      // Struck and left to fade: without edges, which would click.
      const loudness = Math.min(1, at / 200, (samples - at) / 800) * Math.exp((-4 * at) / rate);
      const value = Math.sin((2 * Math.PI * pitch * at) / rate) * loudness * 24_000;
      file.writeInt16LE(Math.round(value), 44 + (note * samples + at) * 2);
    }
  }
  return file;
}

/** Numbers that follow from a text alone: the same ones on every machine and day. 32 of them, then again. */
function drawsFrom(text: string): Draw {
  const bytes = createHash('sha512').update(text).digest();
  let place = 0;
  return () => {
    const value = bytes.readUInt16BE((place * 2) % bytes.length);
    place += 1;
    return value / 2 ** 16;
  };
}

/**
 * What a voice sounds and looks like, for the pages of any app to load: an `<img>` and an `<audio>` send neither a token
 * nor the name of a world, so all that they need is in the address.
 */
export function createVoicePages(find: (world: string, id: string) => VoiceRecord | undefined): Router {
  const router = createPageRouter();
  const serve = (type: string, make: (voice: VoiceRecord) => Buffer) => (request: Request, response: Response) => {
    const { locals }: LocatedResponse = response;
    const id = String(request.params['id']);
    const voice = find(locals.worldName ?? defaultWorldName, id);
    response.set(headers);
    if (voice !== undefined) {
      sendFile(request, response, type, make(voice));
      return;
    }
    response.status(404).type('text/plain');
    response.send(`There is no voice ${JSON.stringify(id)}.\n`);
  };
  router.get(`${voiceMediaPath}/:id/sample.wav`, serve('audio/wav', voiceTone));
  router.get(
    `${voiceMediaPath}/:id/portrait.svg`,
    serve('image/svg+xml', (voice) => Buffer.from(voicePortrait(voice))),
  );
  return router;
}

const headers = {
  'content-security-policy': "default-src 'none'; style-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
};

/** Sends a file, or the part of it that is asked for: a browser's player asks for parts. */
function sendFile(request: Request, response: Response, type: string, file: Buffer): void {
  const etag = `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"`;
  response.set({ etag, 'cache-control': 'public, max-age=3600', 'accept-ranges': 'bytes' }).type(type);
  const condition = request.headers['if-range'];
  const ranges =
    condition === undefined || condition === etag ? request.range(file.length, { combine: true }) : undefined;
  if (ranges === -1) {
    response.status(416).set('content-range', `bytes */${file.length}`).end();
    return;
  }
  const [part, ...others] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : [];
  // Parts in several pieces nobody asks for in earnest: the whole is an answer to them too.
  if (part === undefined || others.length > 0) {
    response.send(file);
    return;
  }
  response.status(206).set('content-range', `bytes ${part.start}-${part.end}/${file.length}`);
  response.send(file.subarray(part.start, part.end + 1));
}
