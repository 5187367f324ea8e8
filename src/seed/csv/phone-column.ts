import { CsvError } from './csv-text.ts';

/** What columns of phone numbers are called, lower-case letters and digits only; the likelier first. */
const phoneColumnNames = (
  'mobileno mobile mobilenumber mobilephone cell cellphone msisdn handy handynummer mobil mobilnummer movil ' +
  'celular portable 手机 手机号 携帯電話 phone phoneno phonenumber telephone telephonenumber tel telno telefon ' +
  'telefonnummer telefono telefone 电话 電話 電話番号 contactnumber rufnummer number'
).split(' ');

/** How large a part of the values has to look like numbers in a column that is called like one, and in any other. */
const enoughWhereNamed = 0.5;
const enoughAnywhere = 0.9;

/**
 * The place of the phone column: the one that is named, else the one whose name and values look like it, else the
 * only one whose values do.
 * @param rows some rows from the beginning of the file
 * @throws CsvError if there is none, or more than one to choose from
 */
export function findPhoneColumn(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  named?: string,
): number {
  if (named !== undefined) {
    const place = header.indexOf(named);
    if (place >= 0) return place;
    throw new CsvError(`there is no column "${named}": the columns are ${listed(header)}`);
  }
  const looks = header.map((_, place) => partThatLooksRight(rows.map((row) => row[place] ?? '')));
  const byName = header
    .map((name, place) => ({ place, rank: phoneColumnNames.indexOf(plain(name)) }))
    .filter(({ place, rank }) => rank >= 0 && (rows.length === 0 || (looks[place] ?? 0) >= enoughWhereNamed))
    .sort((a, b) => a.rank - b.rank);
  if (byName[0] !== undefined) return byName[0].place;
  const byValue = [...looks.entries()].filter(([, part]) => part >= enoughAnywhere);
  const [only, second] = byValue;
  if (only !== undefined && second === undefined) return only[0];
  const why = only === undefined ? 'no column looks like phone numbers' : 'several columns look like phone numbers';
  throw new CsvError(`${why}: name it with --phone-column, one of ${listed(header)}`);
}

/**
 * A number in E.164 form; undefined if the text is not a number. An apostrophe that hides it from a spreadsheet, blanks,
 * dashes, dots, slashes and brackets are removed, and 00 is read as +. A number without either gets the country code if
 * one is given and it does not begin with it already.
 * @param countryCode digits, `49`
 */
export function normalizeNumber(text: string, countryCode?: string): string | undefined {
  const digits = digitsOf(text);
  const international = digits.replace(/^00/, '+');
  if (/^\+[1-9]\d{6,14}$/.test(international)) return international;
  if (countryCode === undefined || !/^0?\d{5,14}$/.test(digits)) return undefined;
  // A spreadsheet drops the plus sign as it drops a leading zero; numbers within a country are shorter.
  const hasCode = digits.startsWith(countryCode) && digits.length >= shortestWithCode;
  const number = hasCode ? `+${digits}` : `+${countryCode}${digits.replace(/^0/, '')}`;
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined;
}

/** Why a text is not a phone number, and what to do. */
export function numberProblem(text: string, countryCode?: string): string {
  if (/^\s*\d+(?:[.,]\d+)?E\+?\d+\s*$/i.test(text)) {
    return 'was rounded by a spreadsheet: give the column the format text there, and save it again';
  }
  if (countryCode === undefined && normalizeNumber(text, '1') !== undefined) {
    return 'has no country code: give one with --country-code, for example --country-code 49';
  }
  return 'is not a phone number: expected digits with a country code, for example +49 171 2345678';
}

/** In digits, without a plus sign. */
const shortestWithCode = 11;

function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/^'/, '')
    .replace(/\(0\)/g, '')
    .replace(/[\s\-.()/\u2010-\u2015]/g, '');
}

/** Any file has a first row: what is no header may be very long. */
function listed(header: readonly string[]): string {
  const names = header.join(', ');
  return names.length > 300 ? `${names.slice(0, 300)} …` : names;
}

function partThatLooksRight(values: readonly string[]): number {
  const filled = values.filter((value) => value.trim() !== '');
  if (filled.length === 0) return 0;
  return filled.filter((value) => normalizeNumber(value, '1') !== undefined && !isDate(value)).length / filled.length;
}

/** `2026-10-01` has as many digits as a short number. */
function isDate(value: string): boolean {
  return /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/.test(value.trim());
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
