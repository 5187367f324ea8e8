import { formFields, headOf } from '../stated/form-fields.ts';
import { jsonFields, type SavedField } from '../stated/fields.ts';

/** How a value looks, whatever field it is sent in; `absent`: the field is not sent, `beyond`: a text beyond ASCII. */
export const valueClasses = [
  ...(['absent', 'null', 'number', 'flag', 'list', 'object'] as const),
  ...(['empty', 'blank', 'digits', 'word', 'text', 'beyond', 'odd', 'long'] as const),
];
export type ValueClass = (typeof valueClasses)[number];

/** Those that a query or a form can send. */
export const textClasses: readonly ValueClass[] = [
  'absent',
  'empty',
  'blank',
  'digits',
  'word',
  'text',
  'beyond',
  'odd',
  'long',
];

export function classOf(value: unknown): ValueClass {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (typeof value === 'string') return classOfText(value);
  if (typeof value === 'object') return Array.isArray(value) ? 'list' : 'object';
  return typeof value === 'boolean' ? 'flag' : 'number';
}

function classOfText(text: string): ValueClass {
  if (text.trim() === '') return text === '' ? 'empty' : 'blank';
  if (text.length > longestText) return 'long';
  if (/^[-+]?[\d.,]+$/.test(text)) return 'digits';
  if (/^(?:true|false|null|undefined|none|nan)$/i.test(text)) return 'word';
  if (/[^ -~]/.test(text)) return 'beyond';
  return text === text.trim() && /^[\w .'-]+$/.test(text) ? 'text' : 'odd';
}

/** In characters; a longer text may meet a limit. */
const longestText = 200;

/** Values of each class that any field may be sent. */
const general: Readonly<Record<ValueClass, readonly unknown[]>> = {
  absent: [undefined],
  null: [null],
  number: [7, 0, 12, -1, 1.5],
  flag: [true, false],
  list: [['x'], []],
  object: [{ text: 'x' }, {}],
  empty: [''],
  blank: [' ', '  \t', '\n', '\u00a0'],
  digits: ['7', '007', '0', '0123456', '-1', '1.5', '12345678901234567890'],
  word: ['true', 'null', 'false', 'undefined', 'NaN', 'None'],
  text: ['abc', 'two words', '1004abc', '0x10', '1e3'],
  beyond: ['Größe', '供应商', 'Привет', '😀', 'line\nbreak'],
  odd: ['%', "1' or '1'='1", '1,2;3', '{}', ' 7', 'a&b=c'],
  long: [{ $times: ['x', 300] }, { $times: ['ü', 1000] }],
};

/** The values of a class for a field that has values of its own, the odd ones among them. */
export function valuesOfClass(valueClass: ValueClass, own: readonly unknown[]): readonly unknown[] {
  return [...own.filter((value) => classOf(value) === valueClass), ...general[valueClass]];
}

/** What the table of saved fields says of a field; undefined if it is of no operation that saves. */
export function savedField(name: string): SavedField | undefined {
  const head = headOf(name);
  return jsonFields[name] ?? formFields[head] ?? formFields[head.split('[', 1)[0] ?? ''];
}

/** The classes that a field's plain values are of. */
export function plainClasses(name: string): readonly ValueClass[] {
  const { parts, openParts, values = [] } = savedField(name) ?? {};
  if (parts !== undefined || openParts !== undefined) return ['object'];
  const texts = values.slice(0, 2).filter((value) => typeof value === 'string');
  return texts.length === 0 ? ['text'] : texts.map(classOf);
}
