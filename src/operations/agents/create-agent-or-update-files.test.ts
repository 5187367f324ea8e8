import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { prepareMocks, type ApiHarness, type Pair, type TestFile } from '../../testing/api-harness.ts';
import { smallFiles } from '../../testing/well-known.ts';

const freshMock = await prepareMocks();

const field = 'FILE_KNOWLEDGE_BASES';
const image = 'basic_details[chatbot_image]';
const limit = 10 * 2 ** 20;
const name: Pair = ['basic_details[agent_name]', 'Clinic Desk'];
const refused = (message: string) => ({ status: 422, code: 'VALIDATION_ERROR', message });

describe('a knowledge-base file', () => {
  it.each([
    { file: 'handbook.pdf', type: 'application/pdf', content: smallFiles.pdf },
    { file: 'HANDBOOK.PDF', type: 'application/pdf', content: smallFiles.pdf },
    { file: 'old.doc', type: 'application/msword', content: smallFiles.doc },
    {
      file: 'Handbuch für alle.docx',
      type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      content: smallFiles.docx,
    },
    {
      file: 'prices.XLSX',
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      content: smallFiles.xlsx,
    },
    { file: 'prices.csv', type: 'text/csv', content: smallFiles.csv },
    { file: '価格.csv', type: 'text/csv', content: smallFiles.csv },
    { file: 'empty.csv', type: 'text/csv', content: Buffer.alloc(0) },
    { file: 'a.b.csv', type: 'text/csv', content: smallFiles.csv },
  ])('$file is kept by name, size, type and SHA-256', async ({ file, content, type }) => {
    const api = freshMock();
    const before = await filesOf(api, 1002);
    await upload(api, [{ field, name: file, content }]);
    const after = await filesOf(api, 1002);
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toEqual({
      id: expect.any(Number),
      name: file,
      size: content.length,
      type,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  });

  it('adds to those there are, each with an id of its own', async () => {
    const api = freshMock();
    const before = (await filesOf(api, 1002)).length;
    await upload(api, three());
    await upload(api, [{ field, name: 'more.csv', content: smallFiles.csv }]);
    const files = (await filesOf(api, 1002)) as { id: number }[];
    expect(files).toHaveLength(before + 4);
    expect(new Set(files.map(({ id }) => id)).size).toBe(before + 4);
  });

  it.each(['', '[]', '[0]'])('is taken in the field spelt with "%s"', async (ending) => {
    const api = freshMock();
    const before = (await filesOf(api, 1002)).length;
    await upload(
      api,
      three().map((file, index) => ({ ...file, field: `${field}${ending.replace('0', String(index))}` })),
    );
    expect(await filesOf(api, 1002)).toHaveLength(before + 3);
  });

  it.each(['application/pdf', 'text/plain', 'application/x-msdownload'])(
    'is judged by its name and bytes, not by the type %s that it declares',
    async (type) => {
      await upload(freshMock(), [{ field, name: 'handbook.pdf', content: smallFiles.pdf, type }]);
    },
  );

  it('may be as large as the limit and no larger', async () => {
    const api = freshMock();
    const content = Buffer.alloc(limit + 1, 'a,b\n');
    await upload(api, [{ field, name: 'large.csv', content: content.subarray(0, limit) }]);
    expect((await filesOf(api, 1002)).at(-1)).toMatchObject({ size: limit });
    const files = [{ field, name: 'larger.csv', content }];
    await api.refuse(
      'createAgentOrUpdate',
      { form: of1002, files },
      refused('The file larger.csv is larger than 10 MB.'),
    );
  });

  const types = 'is not a PDF, DOC, DOCX, XLSX or CSV file.';
  it.each([
    { of: 'a renamed program', file: 'setup.pdf', content: smallFiles.exe },
    { of: 'a program called CSV', file: 'setup.csv', content: smallFiles.exe },
    { of: 'a program called DOCX', file: 'setup.docx', content: smallFiles.exe },
    { of: 'a program', file: 'setup.exe', content: smallFiles.exe },
    { of: 'a PDF with another ending', file: 'handbook.txt', content: smallFiles.pdf },
    { of: 'a PDF without an ending', file: 'handbook', content: smallFiles.pdf },
    { of: 'a PDF that hides its ending', file: 'handbook.pdf.exe', content: smallFiles.pdf },
    { of: 'a PDF called CSV', file: 'handbook.csv', content: smallFiles.pdf },
    { of: 'a CSV called PDF', file: 'prices.pdf', content: smallFiles.csv },
    { of: 'an image', file: 'logo.png', content: smallFiles.png },
  ])('is refused where it is $of', async ({ file, content }) => {
    const files = [{ field, name: file, content, type: 'application/pdf' }];
    await freshMock().refuse('createAgentOrUpdate', { form: of1002, files }, refused(`The file ${file} ${types}`));
  });

  it.each(['handbook.pdf', 'old.doc', 'handbook.docx', 'prices.xlsx'])('is refused where %s is empty', async (file) => {
    const files = [{ field, name: file, content: Buffer.alloc(0) }];
    await freshMock().refuse('createAgentOrUpdate', { form: of1002, files }, refused(`The file ${file} is empty.`));
  });

  it('is refused where it is the fourth', async () => {
    const files = [...three(), { field, name: 'prices.csv', content: smallFiles.csv }];
    const message = `At most 3 files are accepted in ${field}; prices.csv is one too many.`;
    await freshMock().refuse('createAgentOrUpdate', { form: of1002, files }, refused(message));
    const spread = files.map((file, index) => ({ ...file, field: `${field}[${index}]` }));
    await freshMock().refuse('createAgentOrUpdate', { form: [name], files: spread }, refused(message));
  });

  it('sent as text is refused', async () => {
    const form: readonly Pair[] = [name, [field, 'handbook']];
    const expected = { status: 422, code: 'INVALID_FORMAT', message: `${field} must be a file.` };
    await freshMock().refuse('createAgentOrUpdate', { form }, expected);
  });

  it('is none where a browser sends a part without name and bytes', async () => {
    const api = freshMock();
    const before = await filesOf(api, 1002);
    const boundary = 'b0undary';
    const body = [
      `--${boundary}\r\ncontent-disposition: form-data; name="agent_id"\r\n\r\n1002`,
      `--${boundary}\r\ncontent-disposition: form-data; name="basic_details[agent_name]"\r\n\r\nClinic Desk`,
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n`,
      `--${boundary}--\r\n`,
    ].join('\r\n');
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const { headers: answered } = await api.call('createAgentOrUpdate', { body, headers });
    expect(answered).not.toHaveProperty('x-contract-warning');
    expect(await filesOf(api, 1002)).toEqual(before);
  });

  it('in an unknown field is ignored with a warning', async () => {
    const api = freshMock();
    const before = await filesOf(api, 1002);
    const files = [{ field: 'attachment', name: 'handbook.pdf', content: smallFiles.pdf }];
    const { status, headers } = await api.call('createAgentOrUpdate', { form: of1002, files });
    expect(status).toBe(200);
    expect(headers['x-contract-warning']).toBe('unknown-file-field: attachment');
    expect(await filesOf(api, 1002)).toEqual(before);
  });
});

describe('the chatbot image', () => {
  it.each([
    { file: 'logo.png', content: smallFiles.png, type: 'image/png' },
    { file: 'logo.jpg', content: smallFiles.jpeg, type: 'image/jpeg' },
    { file: 'logo.gif', content: smallFiles.gif, type: 'image/gif' },
    { file: 'logo.webp', content: smallFiles.webp, type: 'image/webp' },
  ])('may be $file', async ({ file, content, type }) => {
    const api = freshMock();
    await upload(api, [{ field: image, name: file, content }]);
    expect(
      api.mock.worlds.default.store.view().get('agents', 1002)?.unread.basic_details['chatbot_image'],
    ).toMatchObject({
      name: file,
      size: content.length,
      type,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  });

  it.each([
    { of: 'an SVG', file: 'logo.svg', content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    { of: 'a program', file: 'logo.png', content: smallFiles.exe },
    { of: 'a PDF', file: 'logo.pdf', content: smallFiles.pdf },
  ])('cannot be $of', async ({ file, content }) => {
    const files = [{ field: image, name: file, content, type: 'image/png' }];
    const message = `The file ${file} is not a PNG, JPEG, GIF or WebP image.`;
    await freshMock().refuse('createAgentOrUpdate', { form: of1002, files }, refused(message));
  });

  it('cannot be empty, larger than 10 MB, or two', async () => {
    const api = freshMock();
    const large = Buffer.concat([smallFiles.png, Buffer.alloc(limit)]);
    const send = (files: readonly TestFile[], message: string) =>
      api.refuse('createAgentOrUpdate', { form: of1002, files }, refused(message));
    await send([{ field: image, name: 'a.png', content: Buffer.alloc(0) }], 'The file a.png is empty.');
    await send([{ field: image, name: 'a.png', content: large }], 'The file a.png is larger than 10 MB.');
    await send(
      ['a.png', 'b.png'].map((file) => ({ field: image, name: file, content: smallFiles.png })),
      `At most 1 file is accepted in ${image}; b.png is one too many.`,
    );
  });

  it('is enough for the section to be there, but not for the name', async () => {
    const files = [{ field: image, name: 'a.png', content: smallFiles.png }];
    const expected = { status: 422, code: 'MISSING_FIELD', message: 'Agent Name is missing' };
    await freshMock().refuse('createAgentOrUpdate', { files }, expected);
  });
});

describe('of a refused request nothing remains', () => {
  const everything: readonly Pair[] = [
    ['agent_id', '1002'],
    ['basic_details[agent_name]', 'Other Name'],
    ['basic_details[description]', 'Other'],
    ['denials[denied_words][]', 'other'],
    ['knowledge_base[tools][0][id]', '77'],
    ['phone_numbers[]', '+15550009001'],
  ];

  it.each<{ of: string; form: readonly Pair[]; files: readonly TestFile[] }>([
    { of: 'a number', form: [...everything, ['phone_numbers[]', '+15550001004']], files: three() },
    { of: 'a value', form: [...everything, ['basic_details[category]', 'x']], files: three() },
    { of: 'a file', form: everything, files: [...three().slice(1), { field, name: 'a.pdf', content: smallFiles.exe }] },
    { of: 'an image', form: everything, files: [...three(), { field: image, name: 'a.png', content: smallFiles.exe }] },
  ])('that fails by $of: no agent, no number, no file', async ({ form, files }) => {
    const api = freshMock();
    const before = await api.agent(1002);
    const expected = { status: 422, message: /./ };
    for (const sent of [form, form.slice(1)]) {
      const { body } = await freshMock().call('createAgentOrUpdate', { form: sent, files });
      await api.refuse(
        'createAgentOrUpdate',
        { form: sent, files },
        { ...expected, code: (body as { code: string }).code },
      );
    }
    expect(await api.agent(1002)).toEqual(before);
    await api.succeed('createAgentOrUpdate', {
      form: [['agent_id', '1001'], name, ['phone_numbers[]', '+15550009001']],
    });
  });
});

const of1002: readonly Pair[] = [['agent_id', '1002'], name];

function three(): TestFile[] {
  return [
    { field, name: 'handbook.pdf', content: smallFiles.pdf },
    { field, name: 'handbook.docx', content: smallFiles.docx },
    { field, name: 'prices.xlsx', content: smallFiles.xlsx },
  ];
}

async function upload(api: ApiHarness, files: readonly TestFile[]): Promise<void> {
  const { status, body, headers } = await api.call('createAgentOrUpdate', { form: of1002, files });
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(headers).not.toHaveProperty('x-contract-warning');
}

async function filesOf(api: ApiHarness, id: number): Promise<readonly unknown[]> {
  return (await api.agent(id)).knowledge_base.files;
}
