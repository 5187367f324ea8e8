import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { throwAwaySettings } from '../../../deployment/configuration/settings.ts';
import { loadContractDocument } from '../../../document/read/load.ts';
import { Histogram } from '../histogram.ts';
import { savingRequests } from './saving-steps.ts';
import { drawnFrom } from './drawing.ts';
import { endings } from './values.ts';

const document = loadContractDocument();
const nowhere = 'http://127.0.0.1:1';
const settings = throwAwaySettings({ base_url: nowhere, api_url: nowhere, alt_url: nowhere });
const { files } = savingRequests({ ...document, settings }, new Histogram(document, 1));
const sent = fc.sample(drawnFrom(...files), { seed: 1, numRuns: 500 }).map(({ form = [] }) => form);

it('sends files of exactly 10 MB and of one byte more, rarely', () => {
  const sizes = sent.flatMap((form) => form.flatMap(({ file }) => file?.size ?? []));
  expect(sizes).toEqual(expect.arrayContaining([10_000_000, 10_000_001]));
  expect(sizes.length).toBeLessThan(60);
});

it('sends a file of an awkward name with nothing but a name, and files beside a picture', () => {
  const fileOf = (form: (typeof sent)[number]): string => form.find(({ file }) => file !== undefined)?.file?.name ?? '';
  const alone = sent.filter((form) => form.length === 2).map(fileOf);
  expect(alone.filter((name) => name.split('.').length > 2)).not.toEqual([]);
  const heads = sent.map((form) => form.flatMap(({ name, file }) => (file === undefined ? [] : name)));
  expect(heads).toContainEqual(['basic_details[chatbot_image]', 'FILE_KNOWLEDGE_BASES', 'FILE_KNOWLEDGE_BASES']);
});

it('gives agents the names that the same operation was sent least often', () => {
  const histogram = new Histogram(document, 1);
  const unsent = endings.slice(-Math.ceil(endings.length / 3));
  for (const $name of endings.filter((each) => !unsent.includes(each))) {
    histogram.drew('name.$name', $name);
  }
  const { renaming } = savingRequests({ ...document, settings }, histogram);
  const names = fc.sample(drawnFrom(...renaming), { seed: 1, numRuns: 300 }).flatMap(({ json }) => {
    const { name } = json as { readonly name?: { readonly $name?: string } };
    return name?.$name ?? [];
  });
  const drawn = names.filter((name) => endings.includes(name));
  expect(drawn.length).toBeGreaterThan(50);
  expect(drawn.filter((name) => !unsent.includes(name))).toEqual([]);
});
