import { join, relative } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Edit, documentTypes, edited, encodingPlace, newOperation } from '../testing/small-document.ts';

const text = { type: 'string' };
const member = (schema: string, name: string, ...steps: readonly string[]): Edit => ({
  at: ['components', 'schemas', schema, ...steps, 'properties', name],
  value: text,
});
const parameter = (path: string, method: string, index: number, name: string): Edit => ({
  at: ['paths', path, method, 'parameters', index],
  value: { name, in: 'query', schema: text },
});

/** Each under a name of its own, which the compiler must say; so all of them are compiled at once, which takes seconds. */
const unhandled: readonly { readonly of: string; readonly name: string; readonly edit: Edit }[] = [
  { of: 'a body of create-agent', name: 'inChange', edit: member('AgentChange', 'inChange') },
  { of: 'its voice', name: 'inVoice', edit: member('AgentChange', 'inVoice', 'properties', 'voice') },
  { of: 'its speech', name: 'inSpeech', edit: member('AgentChange', 'inSpeech', 'properties', 'speech_to_text') },
  { of: 'its llm', name: 'inLlm', edit: member('AgentChange', 'inLlm', 'properties', 'llm') },
  { of: 'a body of agent/update', name: 'inRenaming', edit: member('AgentRenaming', 'inRenaming') },
  { of: 'a body of force completion', name: 'inForced', edit: member('CampaignStatusChange', 'inForced') },
  { of: 'a body of verify', name: 'inVerify', edit: verifyMember('inVerify') },
  { of: 'a section of the form', name: 'inBasic', edit: member('AgentForm', 'basic_details[inBasic]') },
  {
    of: 'the files of the form',
    name: 'newFile',
    edit: { at: encodingPlace('newFile'), value: { contentType: 'text/csv' } },
  },
  { of: 'the query of get-by-id', name: 'getting', edit: parameter('/agents/get-by-id', 'get', 1, 'getting') },
  { of: 'the query of create-agent', name: 'creating', edit: parameter('/create-agent', 'post', 1, 'creating') },
  { of: 'the query of voice-list', name: 'listing', edit: parameter('/voice-list', 'get', 3, 'listing') },
  { of: 'the query of audience-list', name: 'filtering', edit: parameter('/audience-list', 'get', 10, 'filtering') },
  { of: 'a query of verify', name: 'verifying', edit: newQuery('/verify', 'post', 'verifying') },
  { of: 'a query of get-token', name: 'asking', edit: newQuery('/get-token', 'get', 'asking') },
  {
    of: 'a query of force completion',
    name: 'forcing',
    edit: newQuery('/campaign-force-completed', 'post', 'forcing'),
  },
  { of: 'a query of agent/update', name: 'renaming', edit: newQuery('/v1/agent/update', 'post', 'renaming') },
  {
    of: 'the query of the form',
    name: 'forming',
    edit: parameter('/api/agent/createagentorupdate', 'post', 1, 'forming'),
  },
  { of: 'the answer of get-by-id', name: 'shown', edit: member('Agent', 'shown') },
  { of: 'its basic details', name: 'shownBasic', edit: member('AgentBasicDetails', 'shownBasic') },
  { of: 'its configuration', name: 'shownSetting', edit: member('AgentConfiguration', 'shownSetting') },
  { of: 'the answer of create-agent', name: 'saved', edit: member('AgentSaved', 'saved') },
  { of: 'the answer of verify', name: 'verified', edit: member('TokenVerified', 'verified', 'x-assumed') },
  { of: 'the answer of agent/update', name: 'renamed', edit: renamingAnswer('renamed') },
  { of: 'a voice', name: 'pitch', edit: member('Voice', 'pitch') },
  { of: 'a record of an audience', name: 'listed', edit: member('AudienceItem', 'listed') },
  { of: 'the operations', name: 'newOperation', edit: newOperation('newOperation') },
  { of: 'the operations of control', name: 'newControl', edit: newControl('newControl') },
  ...['NewSnapshot', 'ClockChange', 'DialOrder', 'NewWorld'].map((schema) => ({
    of: `the ${schema} of control`,
    name: `in${schema}`,
    edit: { ...member(schema, `in${schema}`), document: 'control' as const },
  })),
];

/** The compiler says what a table lacks only once what stands in it is right. */
const unhandledSections: typeof unhandled = [
  { of: 'the form', name: 'inForm', edit: member('AgentForm', 'inForm') },
  { of: 'the form, as a section', name: 'newSection', edit: member('AgentForm', 'newSection[plan]') },
];

describe('a name that a copy of the document adds and no code takes', () => {
  let faults: readonly string[] = [];

  beforeAll(async () => {
    const compile = createCompiler();
    const edits = unhandled.map(({ edit }) => edit);
    const sectionEdits = unhandledSections.map(({ edit }) => edit);
    faults = [...(await compile(edits, '')), ...(await compile(sectionEdits, 'src/domain/agents/agent-form.ts'))];
  });

  it.each([...unhandled, ...unhandledSections])('breaks the build by its name in $of', ({ name }) => {
    expect(faults.filter((fault) => new RegExp(`\\b${name}\\b`).test(fault))).not.toEqual([]);
  });
});

function verifyMember(name: string): Edit {
  const media = ['requestBody', 'content', 'application/json'];
  return { at: ['paths', '/verify', 'post', ...media, 'schema', 'properties', name], value: text };
}

function renamingAnswer(name: string): Edit {
  const media = ['responses', '200', 'content', 'application/json', 'schema', 'x-assumed'];
  return { at: ['paths', '/v1/agent/update', 'post', ...media, 'properties', name], value: text };
}

function newQuery(path: string, method: string, name: string): Edit {
  return { at: ['paths', path, method, 'parameters'], value: [{ name, in: 'query', schema: text }] };
}

function newControl(operationId: string): Edit {
  const responses = { 204: { description: 'Nothing' } };
  return { document: 'control', at: ['paths', '/new', 'post'], value: { operationId, responses } };
}

/** Compiles the operations, the domain and control, or a part of them, by the types of edited documents. */
function createCompiler(): (edits: readonly Edit[], part: string) => Promise<readonly string[]> {
  const root = process.cwd();
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: unknown;
  };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const isCompiled = (file: string) => /\/src\/(domain|operations|control)\/.+(?<!\.test)\.ts$/.test(file);
  const sources = fileNames.filter(isCompiled);
  const generated = new Map<string, string>();
  let revision = 0;
  const nameOf = (file: string) => relative(root, file);
  const service = ts.createLanguageService({
    fileExists: (file) => ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    directoryExists: (folder) => ts.sys.directoryExists(folder),
    getCompilationSettings: () => options,
    getScriptFileNames: () => sources,
    getScriptVersion: (file) => (generated.has(nameOf(file)) ? String(revision) : ''),
    getScriptSnapshot: (file) => {
      const content = generated.get(nameOf(file)) ?? ts.sys.readFile(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
  });
  return async (edits, part) => {
    const copies = edited(edits);
    for (const [file, make] of Object.entries(documentTypes)) generated.set(file, await make(copies));
    revision += 1;
    return sources
      .filter((file) => nameOf(file).startsWith(part))
      .flatMap((file) => service.getSemanticDiagnostics(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  };
}
