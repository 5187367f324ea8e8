import { createHash } from 'node:crypto';
import type { Request, Response, Router } from 'express';
import type { VoiceRecord } from '../../domain/records.ts';
import { voiceMediaPath } from '../../domain/voices/voices.ts';
import type { LocatedResponse } from '../exchange.ts';
import { createPageRouter } from './pages.ts';
import { glasses, grey, hairs, hairStyles, portrait, skins, stylesOf } from './portraits.gen.ts';
import { defaultWorldName } from '../../worlds/worlds.ts';

/** What a portrait is drawn by. */
type Portrayed = Pick<VoiceRecord, 'id' | 'title' | 'gender' | 'age'>;

/** A drawn portrait of a voice, as an SVG that follows from the voice alone. */
export function voicePortrait({ id, title, gender, age }: Portrayed): string {
  const draw = drawsFrom(id);
  const hue = Math.floor(draw() * 360);
  const skin = oneOf(draw, skins);
  const drawnHair = oneOf(draw, hairs);
  const { behind, before } = hairStyles[oneOf<keyof typeof hairStyles>(draw, stylesOf[gender])];
  const hair = { hair: age === 'old' ? grey : drawnHair };
  return withTexts(portrait, {
    // XML knows no control characters.
    name: title.replace(/\p{Cc}/gu, ' ').replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`),
    ...{ hue, skin, behind: withTexts(behind, hair), before: withTexts(before, hair) },
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

function oneOf<T>(draw: Draw, items: readonly T[]): T {
  const item = items[Math.floor(draw() * items.length)];
  if (item === undefined) throw new RangeError('There is nothing to draw from.');
  return item;
}

/** In samples a second: enough for tones this low, and a file of 48 kB. */
const rate = 16_000;
/** In seconds. */
const length = 1.5;
const noteCount = 4;
/** In seconds: how long a note takes to come, and the last to go. */
const attack = 0.012;
const release = 0.05;
/** Steps of a pentatonic scale, in semitones: any of them after any other sounds well. */
const scale = [0, 2, 4, 7, 9, 12];
/** In hertz, where a voice of this gender commonly speaks, an octave up so that small loudspeakers play it. */
const pitches = { male: 220, neutral: 294, female: 392 } as const;
/** In semitones. */
const shifts = { young: 2, middle_aged: 0, old: -3 } as const;

/** What a tone is made by. */
type Sounding = Pick<VoiceRecord, 'id' | 'gender' | 'age'>;

/** A short melody that stands for a voice's sample, as a WAV file: the same bytes for the same voice, on every machine. */
export function voiceTone(voice: Sounding): Buffer {
  const draw = drawsFrom(voice.id);
  const timbre = [1, 0.2 + draw() * 0.4, draw() * 0.3, draw() * 0.12];
  const key = pitches[voice.gender] * 2 ** ((shifts[voice.age] + Math.floor(draw() * 4)) / 12);
  const samples = new Float64Array(rate * length);
  for (const [place, pitch] of melody(draw, key).entries()) addNote(samples, place, pitch, timbre);
  return wavFile(samples);
}

/** The pitches of a melody that ends where it is at home. */
function melody(draw: Draw, key: number): number[] {
  return Array.from({ length: noteCount }, (_, place) => {
    const step = place === noteCount - 1 ? 0 : (scale[Math.floor(draw() * scale.length)] ?? 0);
    return key * 2 ** (step / 12);
  });
}

/** Struck and left to fade, each note into the next. */
function addNote(samples: Float64Array, place: number, pitch: number, timbre: readonly number[]): void {
  const start = Math.floor((place / (noteCount + 1)) * samples.length);
  for (const [harmonic, amount] of timbre.entries()) {
    const angle = (2 * Math.PI * pitch * (harmonic + 1)) / rate;
    const fading = Math.exp(-(4.5 + harmonic) / rate);
    // Each value of a sine follows from the two before it: a sine and an exponential a sample take ten times as long.
    const twice = 2 * Math.cos(angle);
    let [last, current, loudness] = [-Math.sin(angle), 0, amount];
    for (let i = start; i < samples.length; i++) {
      const edge = Math.min(1, (i - start) / (rate * attack), (samples.length - i) / (rate * release));
      samples[i] = (samples[i] ?? 0) + edge * loudness * current;
      [last, current] = [current, twice * current - last];
      loudness *= fading;
    }
  }
}

/** A file of one channel with 16 bits a sample, as loud as it may be without being cut. */
function wavFile(samples: Float64Array): Buffer {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [i, sample] of samples.entries()) file.writeInt16LE(Math.round((sample / loudest) * 24_000), 44 + i * 2);
  return file;
}

/** The next number from 0 up to, but not including, 1. */
type Draw = () => number;

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

/** Finds a voice of a world. */
type FindVoice = (world: string, id: string) => VoiceRecord | undefined;

/**
 * What a voice sounds and looks like, for the pages of any app to load: an `<img>` and an `<audio>` send neither a token
 * nor the name of a world, so all that they need is in the address.
 */
export function createVoicePages(find: FindVoice): Router {
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
