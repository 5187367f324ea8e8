import { cp, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { packageRoot } from '../../package-root.ts';
import { openEphemeral } from '../../store/open-ephemeral.ts';
import { type AudiencePlace, exportAudience, openFolderAudiences } from './write-rows.ts';
import { importAudience } from './import-audience.ts';
import { readCsv, type ReadCsvOptions } from './read-rows.ts';

let dir: string;

beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'audience-')), 'data');
  await cp(join(packageRoot(), 'fixtures', 'default'), dir, { recursive: true });
});

const german =
  '\uFEFFName;Handynummer;Straße;Notiz\r\nJürgen Groß;+493023125001;Köln;"a; b"\r\n王小明;+493023125002;成都;"er sagte ""ja"""\r\nÖzge Şahin;+493023125003;"Muğla\r\nMerkez";\r\n';

it.each([
  ['a German one with semicolons, quotes, umlauts, a byte order mark and Chinese names', german],
  ['a plain one', 'mobile_no,name,city\n+4930231250,Ada,Bern\n+4930231251,"Bob, jr.",\n'],
  ['one with tabs and the number last', 'name\tcity\tphone\nAda\tBern\t+4930231250\n'],
  ['one with numbers alone', 'phone\n+4930231250\n+4930231251\n'],
  ['one with columns that objects have already', 'constructor,__proto__,phone\na,b,+4930231250\n'],
  ['one whose values look like formulas', 'phone,name\n+4930231250,=1+1\n+4930231251,@home\n'],
])('gives back the same file that it took: %s', async (_, text) => {
  expect((await take(text)).rejected).toEqual([]);
  expect(await give()).toBe(text);
});

it('adds Fresh records with the columns of the file, uploaded by somebody of the workspace', async () => {
  await take('Name;Handynummer\nJürgen;+49 30 23125001\n');
  const store = await openEphemeral({ scenarioDir: dir });
  expect(store.view().get('audiences', 5003)?.columns).toEqual([{ key: 'Name', label: 'Name' }]);
  expect(store.view().leads(5003).at(0)).toMatchObject({
    mobile_no: '+493023125001',
    input_data: { Name: 'Jürgen' },
    status: 0,
    calls: [],
    updated_by: 'Amara Okafor',
  });
});

it('rejects what it cannot take, with the line and the reason, and takes the rest', async () => {
  const { taken, rejected } = await take(
    'name,phone\nAda,+4930231250\nBob,\n"Zo\në",0171 5\n\nEve,+49 30 231250\nMax,+4930231251,x\nKim\n李,+4930231252\n',
  );
  expect(taken).toBe(2);
  expect(rejected).toEqual([
    [3, 'phone is empty'],
    [4, 'phone is not a phone number: expected digits with a country code, for example +49 171 2345678'],
    [7, '+4930231250 is in line 2 already'],
    [8, 'it has 3 values, the header 2'],
    [9, 'it has 1 values, the header 2'],
  ]);
});

it.each(['\n', '\r\n', '\r'])('names a row of several lines by its first, with %j for a line end', async (end) => {
  const text = ['name,phone', '"A', 'd', 'a",x', '', '"Z', 'oë",y', 'Kim,z', ''].join(end);
  expect((await take(text, { phoneColumn: 'phone' })).rejected.map(([line]) => line)).toEqual([2, 6, 8]);
});

it('writes nothing where it rehearses, and tells of each row', async () => {
  const file = await readCsv(inPieces(Buffer.from('phone\n491712345679\nx\n'), 5), { phoneColumn: 'phone' });
  const place = await openFolderAudiences(dir);
  const rows: unknown[] = [];
  const options = { countryCode: '49', isRehearsal: true, onRejected: () => undefined };
  await importAudience(place, 5003, file, { ...options, onRow: ({ line }, result) => rows.push([line, result]) });
  await place.close();
  expect(rows).toEqual([
    [2, { number: '+491712345679' }],
    [3, { reason: expect.stringContaining('is not a phone number') as string }],
  ]);
  expect((await openEphemeral({ scenarioDir: dir })).view().leads(5003).size).toBe(0);
});

it('takes a file of rejected rows once they are mended', async () => {
  await take('name,phone\nAda,+4930231250\nKim,12\n');
  const { taken, rejected } = await take('name,phone,rejected_line,rejected_because\nKim,+4930231251,3,no number\n');
  expect([taken, rejected, await give()]).toEqual([1, [], 'name,phone\nAda,+4930231250\nKim,+4930231251\n']);
});

it('adds nothing from a file that it has taken already', async () => {
  await take('name,phone\nAda,+4930231250\n');
  const { taken, already, rejected } = await take('name,phone\nAda,+4930231250\n');
  expect([taken, already, rejected]).toEqual([0, 1, []]);
});

it('adds the rest of a file whose import was stopped', async () => {
  const people = Array.from({ length: 1500 }, (_, i) => `+49302312${String(i).padStart(4, '0')}`);
  const text = `phone\n${people.join('\n')}\n`;
  const place = await openFolderAudiences(dir);
  let rows = 0;
  const stopped = await importAudience(place, 5003, await readCsv(inPieces(Buffer.from(text), 900)), {
    onRejected: () => undefined,
    isStopped: () => (rows += 1) > 1200,
  });
  await place.close();
  expect(stopped).toEqual({ taken: 1200, already: 0, rejected: 0, isStopped: true });
  const { taken, already } = await take(text);
  expect([taken, already]).toEqual([300, 1200]);
});

it.each([
  ['an export', () => give(5001)],
  ['an import into a campaign that is not there', () => take('phone\n+4930231250\n', {}, 4711)],
  ['an import of other columns', () => take('company,phone\nX,+4930231251\n', {}, 5001)],
  ['an import of rejected rows alone', () => take('phone\n12\n', { phoneColumn: 'phone' })],
])('%s changes no byte of the folder', async (_, work) => {
  const before = await contentOfFolder();
  await work().catch(() => undefined);
  expect(await contentOfFolder()).toEqual(before);
});

async function contentOfFolder(): Promise<Record<string, string>> {
  const names = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const files = names.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
}

it("adds to an audience whose columns are the file's, and refuses others", async () => {
  expect((await take('city,plan,name,phone\nBern,Plus,Ada,+4930231250\n', {}, 5001)).taken).toBe(1);
  expect(await give(5001)).toMatch(/\n\+4930231250,Ada,Bern,Plus\n$/);
  await expect(take('company,phone\nX,+4930231251\n', {}, 5001)).rejects.toThrow(
    'the audience has the columns name, city, plan, the file company',
  );
});

it.each([
  [5004, 'campaign 5004 is force_completed: it takes no more records'],
  [5007, 'campaign 5007 is deleted: it takes no more records'],
  [9, 'there is no campaign 9'],
])('refuses records for campaign %i', async (campaign, message) => {
  await expect(take('phone\n+4930231250\n', {}, campaign)).rejects.toThrow(message);
});

it.each([
  ['', 'the file is empty: expected a header row'],
  ['name,,phone\n', 'column 2 has no name'],
  ['phone,name,name\n', 'two columns are called "name"'],
  ['x'.repeat(2 ** 20 + 1), 'its first row is longer than 1 MB'],
  ['phone,name\n+4930231250,"Ada\n', 'from line 2 on the file is not CSV: Quote Not Closed'],
])('says what is wrong with the file in row %#', async (text, message) => {
  await expect(take(text)).rejects.toThrow(message);
});

it('refuses a file that is not UTF-8, and says how to get one', async () => {
  const latin = new Uint8Array([...Buffer.from('phone,name\n+4930231250,M'), 0xfc, ...Buffer.from('ller\n')]);
  await expect(readCsv(inPieces(latin, 5))).rejects.toThrow('the file is not UTF-8: save it again, as "CSV UTF-8"');
});

it('writes the delimiter and column that it is told to, and makes formulas harmless when asked', async () => {
  await take('name,phone\n=1+1,+4930231250\n');
  const text = await give(5003, { delimiter: ';', phoneColumn: 'Telefon', isRaw: false });
  expect(text).toBe("name;Telefon\n'=1+1;+4930231250\n");
});

it('takes back what it made harmless, columns too, and leaves phone numbers as they are', async () => {
  const harmful = "name,=note,phone\n=1+1,'@x,+4930231250\n-2+3,+1+1,+4930231251\n";
  await take(harmful, {}, 5003, true);
  const harmless = await give(5003, { isRaw: false });
  expect(harmless).toBe("name,'=note,phone\n'=1+1,''@x,+4930231250\n'-2+3,'+1+1,+4930231251\n");
  await take(harmless.replaceAll('+49', "'+4940"), {}, 5003);
  expect(await give(5003)).toBe(harmful + harmful.split('\n').slice(1).join('\n').replaceAll('+49', '+4940'));
});

it('takes thousands of rows, in batches', async () => {
  const rows = Array.from({ length: 2300 }, (_, i) => `Name ${i},+4930${1_000_000 + i}\n`);
  expect((await take(`name,phone\n${rows.join('')}`)).taken).toBe(2300);
  expect(await give()).toBe(`name,phone\n${rows.join('')}`);
});

it('leaves everything in the record files, where a mock that starts on the folder as a scenario finds it', async () => {
  await take('phone\n+4930231250\n');
  expect(await readFile(join(dir, 'leads', '5003.json'), 'utf8')).toContain('+4930231250');
});

async function take(text: string, options: ReadCsvOptions = {}, campaign = 5003, isRaw = false) {
  const rejected: [number, string][] = [];
  const file = await readCsv(inPieces(Buffer.from(text), 7), options);
  const result = await inFolder((place) =>
    importAudience(place, campaign, file, {
      isRaw,
      onRejected: ({ line }, reason) => void rejected.push([line, reason]),
    }),
  );
  expect(result.rejected).toBe(rejected.length);
  return { ...result, rejected };
}

async function give(campaign = 5003, options: object = {}): Promise<string> {
  const pieces: Buffer[] = [];
  const output = new Writable({
    write: (piece: Buffer, _, done) => {
      pieces.push(piece);
      done();
    },
  });
  await inFolder((place) => exportAudience(place, campaign, output, { isRaw: true, ...options }));
  return Buffer.concat(pieces).toString('utf8');
}

async function inFolder<T>(work: (place: AudiencePlace) => Promise<T>): Promise<T> {
  const place = await openFolderAudiences(dir);
  try {
    return await work(place);
  } finally {
    await place.close();
  }
}

/** In pieces so small that characters and line ends are cut. */
async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield Promise.resolve(bytes.subarray(from, from + size));
}
