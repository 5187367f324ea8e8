import type { Script } from '../src/judge/script.ts';
import type { Step } from '../src/judge/steps.ts';
import { agent, file, form, look, named, read } from './steps.ts';

const extensions = ['pdf', 'doc', 'docx', 'xlsx', 'csv'];
const megabyte = 2 ** 20;
/** Of 10 MB by either way of counting: 10,000,000 or 10,485,760 bytes. */
const surelyTaken = 9_900_000;
const surelyTooLarge = 10 * megabyte + 1024;

/** A form of a name and these files. */
const upload = (...files: readonly ReturnType<typeof file>[]): Step => form(named, 'own', files);
const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Which files createagentorupdate takes. */
export const agentFileScripts: readonly Script[] = [
  {
    clauses: ['createagentorupdate.files.types', 'createagentorupdate.files.field'],
    steps: extensions.map((extension) => upload(file(`handbook.${extension}`))),
  },
  {
    title: 'a file is taken with its extension in upper case',
    clauses: ['createagentorupdate.files.types'],
    steps: extensions.flatMap((extension) => [
      upload(file(`HANDBOOK.${extension.toUpperCase()}`)),
      upload(file(`Handbook.${capitalised(extension)}`)),
    ]),
  },
  {
    title: 'a file of another kind is refused',
    clauses: ['createagentorupdate.files.types', 'createagentorupdate.validation'],
    steps: ['setup.exe', 'notes.txt', 'photo.png', 'archive.zip'].map((name) => upload(file(name))),
  },
  {
    clauses: ['createagentorupdate.files.count', 'createagentorupdate.validation'],
    steps: [
      upload(...['pdf', 'docx', 'csv'].map((extension) => file(`file.${extension}`))),
      upload(...['pdf', 'docx', 'csv', 'xlsx'].map((extension) => file(`file.${extension}`))),
    ],
  },
  {
    clauses: ['createagentorupdate.files.empty'],
    steps: [upload(file('empty.pdf', 0)), upload(file('empty.csv', 0)), upload(file('', 0))],
    shows: [],
  },
  {
    clauses: ['createagentorupdate.files.added'],
    steps: [upload(file('first.pdf')), form({ ...named, agent_id: agent }, 'own', [file('second.csv')]), read()],
    shows: ['/data/knowledge_base/files'],
  },
  {
    clauses: ['createagentorupdate.files.unknown-field'],
    steps: [upload(file('stray.pdf', undefined, 'ATTACHMENTS'))],
    shows: ['x-contract-warning'],
  },
  {
    clauses: ['createagentorupdate.files.size'],
    steps: [
      upload(file('large.pdf', surelyTaken)),
      upload(...['one.pdf', 'two.pdf', 'three.pdf'].map((name) => file(name, surelyTaken))),
    ],
  },
  {
    title: 'a file over 10 MB is refused, and nothing remains of its form',
    clauses: ['createagentorupdate.files.size', 'createagentorupdate.atomic'],
    steps: [form(named), form({ ...named, agent_id: agent }, 'own', [file('too-large.pdf', surelyTooLarge)]), look],
  },
  {
    clauses: ['createagentorupdate.files.refusal'],
    // The connection of an upload that was refused on its way may end late: what reads is sent again then.
    steps: [
      form(named),
      upload(file('notes.txt')),
      upload({ name: 'FILE_KNOWLEDGE_BASES', value: '', file: { name: 'notes.pdf', content: 'csv' } }),
      upload(file('too-large.pdf', surelyTooLarge)),
      read(),
    ],
    shows: [],
  },
];
