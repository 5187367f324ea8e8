import { createHash } from 'node:crypto';
import type { Request, Response, Router } from 'express';
import type { VoiceRecord } from '../../domain/records.ts';
import { voiceMediaPath } from '../../domain/voices/voices.ts';
import type { LocatedResponse } from '../exchange.ts';
import { createPageRouter } from './pages.ts';
import { defaultWorldName } from '../../worlds/worlds.ts';

/** What a portrait is drawn by. */
type Portrayed = Pick<VoiceRecord, 'id' | 'title' | 'gender' | 'age'>;

const skins = ['#f6d7c3', '#eec1a0', '#d9a07a', '#b9795a', '#8d5a40', '#65402d'];
const hairs = ['#2b2220', '#4a3328', '#7a4a2b', '#a9692f', '#d0a552', '#8c2f24'];
const grey = '#b9bcc4';

/**
 * A drawn portrait of a voice, as an SVG that follows from the voice alone. It has a ground of its own, so that it shows
 * on a light page and on a dark one, and it fills its square, so that a page may cut it into a circle.
 */
export function voicePortrait({ id, title, gender, age }: Portrayed): string {
  const draw = drawsFrom(id);
  const hue = Math.floor(draw() * 360);
  const skin = oneOf(draw, skins);
  const drawnHair = oneOf(draw, hairs);
  const hair = age === 'old' ? grey : drawnHair;
  const style = oneOf(draw, hairStyles[gender]);
  // XML knows no control characters.
  const name = title.replace(/\p{Cc}/gu, ' ').replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img">
<title>${name}</title>
<rect width="96" height="96" fill="hsl(${hue} 55% 62%)"/>
<circle cx="${12 + Math.floor(draw() * 72)}" cy="14" r="34" fill="hsl(${(hue + 24) % 360} 60% 70%)"/>
${style.behind(hair)}
<path d="M14 96c2-18 16-25 34-25s32 7 34 25z" fill="hsl(${(hue + 150 + Math.floor(draw() * 60)) % 360} 42% 38%)"/>
<path d="M40 62h16v11c0 9-16 9-16 0z" fill="${skin}"/><path d="M40 66c4 5 12 5 16 0v4c-4 4-12 4-16 0z" fill="#0002"/>
<ellipse cx="48" cy="45" rx="19" ry="23" fill="${skin}"/>
${style.before(hair)}
${face(draw, age)}
</svg>
`;
}

function face(draw: Draw, age: VoiceRecord['age']): string {
  const smile = 3 + Math.floor(draw() * 5);
  const glasses =
    draw() < (age === 'young' ? 0.15 : 0.4)
      ? '<g fill="none" stroke="#2a2a33" stroke-width="1.6"><circle cx="40" cy="46" r="6.2"/><circle cx="56" cy="46" r="6.2"/><path d="M46.2 45.4q1.8-1.4 3.6 0"/></g>'
      : '';
  return `<g fill="#2a2228"><circle cx="40" cy="46" r="2.3"/><circle cx="56" cy="46" r="2.3"/></g>
<path d="M36 39.500q4-2.500 8 0M52 39.500q4-2.500 8 0M41 57q7 ${smile} 14 0" fill="none" stroke="#2a2228" stroke-width="1.8" stroke-linecap="round"/>${glasses}`;
}

/** Hair that is drawn behind the head, and before it. */
interface HairStyle {
  readonly behind: (colour: string) => string;
  readonly before: (colour: string) => string;
}

const top = (path: string) => (colour: string) => `<path d="${path}" fill="${colour}"/>`;
const nothing = () => '';

const long: HairStyle = {
  behind: top('M24 44C22 16 74 16 72 44c0 14 4 26 6 34H18c2-8 6-20 6-34z'),
  before: top('M29 42C28 24 40 19 50 20c12 1 18 9 17 22-8-2-14-6-18-12-4 6-11 10-20 12z'),
};
const bob: HairStyle = {
  behind: top('M25 46C21 14 75 14 71 46c0 9 1 13 2 18H23c1-5 2-9 2-18z'),
  before: top('M29 40c0-14 9-21 19-21s19 7 19 21c-6-6-12-9-19-9s-13 3-19 9z'),
};
const bun: HairStyle = {
  behind: (colour) => `<circle cx="48" cy="14" r="9" fill="${colour}"/>`,
  before: top('M28 43c-1-17 8-25 20-25s21 8 20 25c-3-9-9-14-20-14s-17 5-20 14z'),
};
const short: HairStyle = {
  behind: nothing,
  before: top('M28 42c-3-16 7-25 21-25 13 0 22 8 19 25-2-6-3-9-6-12-9 1-19 0-26-3-4 4-6 8-8 15z'),
};
const cropped: HairStyle = {
  behind: nothing,
  before: top('M29 38c-1-13 8-20 19-20s20 7 19 20c-4-8-10-11-19-11s-15 3-19 11z'),
};
const curly: HairStyle = {
  behind: nothing,
  before: (colour) =>
    `<g fill="${colour}"><circle cx="32" cy="32" r="7"/><circle cx="39" cy="24" r="8"/><circle cx="49" cy="21" r="8"/><circle cx="58" cy="25" r="8"/><circle cx="65" cy="33" r="7"/></g>`,
};
const bearded: HairStyle = {
  behind: nothing,
  before: (colour) =>
    `${cropped.before(colour)}<path d="M30 49c1 14 8 21 18 21s17-7 18-21c-2 4-5 6-8 6-6-3-14-3-20 0-3 0-6-2-8-6z" fill="${colour}"/>`,
};

const hairStyles: Readonly<Record<VoiceRecord['gender'], readonly HairStyle[]>> = {
  female: [long, bob, bun, curly],
  male: [short, cropped, bearded, curly],
  neutral: [short, bob, bun, curly],
};

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
