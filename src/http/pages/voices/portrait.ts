import type { VoiceRecord } from '../../../domain/records.ts';
import { drawsFrom, type Draw } from './draws.ts';

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
