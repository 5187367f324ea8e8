import type { VoiceRecord } from '../../../domain/records.ts';
import { drawsFrom, type Draw } from './draws.ts';

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
