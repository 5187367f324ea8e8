import { type Part, listAt } from './document-error.ts';

/** How an operation reads what is sent, where the specification is silent: its `x-reading`. */
export interface OperationReading {
  /** The kinds of undocumented parts that are refused instead of ignored. */
  readonly refuses: readonly string[];
  /** Whether no body at all counts as an empty object. */
  readonly takesNoBody: boolean;
  readonly needsContentType: boolean;
  /** What becomes of kinds of values, by the field or parameter and by what is wrong with the value. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The most characters of texts, by field: a longer one is of the kind `long`. */
  readonly longest: Readonly<Record<string, number>>;
  /** The collection of which a field names a record: of no record it is of the kind `unknown`, of another workspace's `foreign`. */
  readonly references: Readonly<Record<string, string>>;
  /** By collection the ids that are known beside those of records. */
  readonly known: Readonly<Record<string, readonly unknown[]>>;
  /** Whether one value under the bare name of a form's list is a list of one. */
  readonly takesBareLists: boolean;
  /** Whether one empty value of a form's list is an empty list. */
  readonly emptiesLists: boolean;
  /** How booleans are spelled in a form, in any case. */
  readonly booleans: readonly string[];
  /** Whether login tokens are as good as API tokens. */
  readonly takesLoginTokens: boolean;
}

export const usualReading: OperationReading = {
  refuses: [],
  takesNoBody: true,
  needsContentType: false,
  values: {},
  longest: {},
  references: {},
  known: {},
  takesBareLists: true,
  emptiesLists: true,
  booleans: ['true', 'false', '1', '0'],
  takesLoginTokens: false,
};

/** How one parameter is read: its `x-reading`. */
export interface ParameterReading {
  /** How a list is spelled: `repeated`, `brackets`, `indexes`, `commas`. */
  readonly lists: readonly string[];
  /** How booleans are spelled, in any case. */
  readonly booleans: readonly string[];
}

export const usualParameterReading: ParameterReading = {
  lists: ['repeated', 'brackets', 'indexes', 'commas'],
  booleans: usualReading.booleans,
};

/** How the files of a field are read: the `x-reading` of its encoding. */
export interface FileReading {
  /** Whether the leading bytes must agree with the name. */
  readonly looksInside: boolean;
  readonly takesEmpty: boolean;
}

export const usualFileReading: FileReading = { looksInside: true, takesEmpty: false };

/** The rules with what an object's `x-reading` changes of them. @throws ContractDocumentError for an unknown rule */
export function readReading<T extends object>(usual: T, holder: Part): T {
  const reading = holder.at('x-reading');
  for (const [name, changed] of reading.entries) {
    const known: unknown = Object.hasOwn(usual, name) ? Reflect.get(usual, name) : undefined;
    if (typeof known !== typeof changed.value) throw changed.error('is no rule of reading.');
  }
  return { ...usual, ...reading.object };
}

/**
 * What may become of a value that is refused by default, or taken: it is refused, counts as not sent, is taken as it is,
 * as the type that the schema has, as the nearest number in its range, cut to its length, without the blanks around it, or
 * as the listed text in another case.
 */
const valueOutcomes = ['refused', 'absent', 'taken', 'converted', 'nearest', 'cut', 'trimmed', 'listed'] as const;

/** @throws ContractDocumentError for something else that should become of a value, and for known ids that are no list */
export function requireOutcomes(holder: Part): void {
  const reading = holder.at('x-reading');
  for (const [, ids] of reading.at('known').entries) listAt(ids.value, ids.place);
  for (const [, outcome] of reading.at('values').entries.flatMap(([, kinds]) => kinds.entries)) {
    if (valueOutcomes.every((each) => each !== outcome.value)) {
      throw outcome.error(`is none of ${valueOutcomes.join(', ')}.`);
    }
  }
}
