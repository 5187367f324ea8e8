import type { Script } from '../src/judge/script.ts';
import type { FormField, Step } from '../src/judge/steps.ts';
import { changeByForm, file, form, look, named, read, only, scriptsOf, upload } from './steps.ts';

const extensions = ['pdf', 'doc', 'docx', 'xlsx', 'csv'];
/** Of 10 MB by either way of counting: 10,000,000 or 10,485,760 bytes. */
const surelyTaken = 9_900_000;
const surelyTooLarge = 10 * 2 ** 20 + 1024;

const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
/** Forms that are refused for their last file, one of these, after none, one and two good ones. */
const refusedLast = (...wrong: readonly FormField[]): readonly Step[] => [
  form(named),
  ...[[], ['handbook.pdf'], ['handbook.pdf', 'prices.csv']].map((before, at) =>
    changeByForm({}, ...before.map((name) => file(name)), ...wrong.slice(at % wrong.length).slice(0, 1)),
  ),
  look,
];
const documents = (count: number) => extensions.slice(0, count).map((extension) => file(`file.${extension}`));

const denials = (word: string) => ({ 'denials[denied_words][]': word, 'denials[denied_topics][]': `${word} topics` });

export const agentFileScripts: readonly Script[] = scriptsOf({
  'createagentorupdate.files.types, createagentorupdate.files.field': [
    ...extensions,
    ...extensions.flatMap((extension) => [extension.toUpperCase(), capitalised(extension)]),
  ].map((extension) => upload(file(`handbook.${extension}`))),
  'createagentorupdate.files.types, createagentorupdate.validation: a file of another kind is refused, beside a good one too':
    ['setup.exe', 'notes.txt', 'photo.png', 'archive.zip', 'sheet.xls'].flatMap((name) => [
      upload(file(name)),
      upload(file('handbook.pdf'), file(name)),
    ]),
  'createagentorupdate.files.count, createagentorupdate.validation': [
    upload(...documents(3)),
    upload(...documents(4)),
    changeByForm({}, ...documents(4)),
  ],
  'createagentorupdate.files.empty': only('', [
    upload(file('empty.pdf', 0)),
    upload(file('empty.csv', 0)),
    upload(file('', 0)),
  ]),
  'createagentorupdate.files.added': only('/data/knowledge_base/files', [
    upload(file('first.pdf')),
    changeByForm({}, file('second.csv')),
    read(),
  ]),
  'createagentorupdate.files.field, createagentorupdate.denials: a file comes beside what else a form has': [
    form({ ...named, ...denials('refund') }, 'own', [file('first.pdf')]),
    changeByForm(denials('lawsuit'), file('second.csv')),
    look,
  ],
  'createagentorupdate.files.unknown-field': only('x-contract-warning', [
    upload(file('stray.pdf', undefined, 'ATTACHMENTS')),
  ]),
  'createagentorupdate.files.size': [
    upload(file('large.pdf', surelyTaken)),
    upload(...['one.pdf', 'two.pdf', 'three.pdf'].map((name) => file(name, surelyTaken))),
  ],
  'createagentorupdate.files.size, createagentorupdate.atomic: a file over 10 MB is refused, and nothing remains of its form':
    refusedLast(...['too-large.pdf', 'too-large.csv'].map((name) => file(name, surelyTooLarge))),
  'createagentorupdate.files.types, createagentorupdate.atomic: a file of another kind is refused, and nothing remains of its form':
    refusedLast(file('notes.txt')),
  // The connection of an upload that was refused on its way may end late: what reads is sent again then.
  'createagentorupdate.files.refusal': only('', [
    form(named),
    upload(file('notes.txt')),
    upload({ name: 'FILE_KNOWLEDGE_BASES', value: '', file: { name: 'notes.pdf', content: 'csv' } }),
    upload(file('too-large.pdf', surelyTooLarge)),
    read(),
  ]),
});
