import type { FormPart } from '../../../src/deployment/transport.ts';
import { answeringStatus, refusing, showing, storingParts, storingText, withoutField } from '../breaks.ts';
import { faultsOf, fields, isOf, isOwn, partsOf, type Break, type Call } from '../fault.ts';

const refusingForms = (when: (parts: readonly FormPart[]) => boolean): Break =>
  refusing('createAgentOrUpdate', (call) => isOwn(call) && when(partsOf(call)));
const filesIn = (parts: readonly FormPart[]): readonly FormPart[] =>
  parts.filter(({ name }) => name === 'FILE_KNOWLEDGE_BASES');

/** What a refused form would have made without its wrong parts is made all the same. */
const halfForm: Break = {
  after: async (call, _, status) => {
    if (!isOf('createAgentOrUpdate')(call) || status !== 422) return;
    const wrong = ['FILE_KNOWLEDGE_BASES', 'basic_details[category]', 'basic_details[agent_name][]'];
    const rest = wrong.reduce((request, field) => withoutField(request, field), call.request);
    const parts = partsOf({ ...call, request: rest }).filter(({ value }) => value !== 'no number');
    if (parts.some(({ name }) => name === 'basic_details[agent_name]')) {
      await call.correct({ ...rest, body: { kind: 'form', parts } });
    }
  },
};

/** A refused form whose numbers stay attached to nobody. */
const swallowedNumbers = (): Break => {
  const gone = new Set<string>();
  const numbersOf = (call: Call): readonly string[] => fields(call, /^phone_numbers/);
  return {
    before: (call) =>
      numbersOf(call).some((number) => gone.has(number)) && call.refusal('createagentorupdate.phone-numbers.available'),
    after: (call, _, status) => {
      if (status === 422) for (const number of numbersOf(call)) gone.add(number);
    },
  };
};

/** Of agents by createagentorupdate, with their sections and files. */
export const formFaults = faultsOf({
  'createagentorupdate.success.agent-id': {
    'the form gives an id that is none': showing(
      'createAgentOrUpdate',
      ({ data }) => (data.agent_id = Number(data.agent_id) + 1),
    ),
  },
  'createagentorupdate.only-name-required': {
    'the form needs more than a name': refusingForms((parts) => parts.length === 1),
  },
  'createagentorupdate.multipart': { 'forms are not read': answeringStatus(isOf('createAgentOrUpdate'), 415) },
  'createagentorupdate.atomic': {
    'a refused form is half done': halfForm,
    'a refused form takes its numbers': swallowedNumbers,
  },
  'createagentorupdate.validation': {
    'a text is taken as an integer': storingText(/./, (value) => (value === 'abc' ? '1' : value)),
  },
  'createagentorupdate.configuration': {
    'configuration is refused': refusingForms(
      (parts) => parts.length > 1 && parts.some(({ name }) => name.startsWith('configuration')),
    ),
  },
  'createagentorupdate.denials': {
    'of the denied topics only the last one is kept': storingParts((part, call) => {
      const topics = partsOf(call).filter(({ name }) => name.includes('denied_topics'));
      return topics.slice(0, -1).includes(part) ? null : part;
    }),
  },
  'createagentorupdate.guardrails': {
    'guardrails end in a failure': {
      before: (call) => fields(call, /^guardrails/).length > 0 && call.refusal('errors.server'),
    },
  },
  'createagentorupdate.files.types': {
    'DOCX files are refused': refusingForms((parts) => parts.some(({ file }) => file?.name.endsWith('.docx') === true)),
    'any file is taken': storingParts((part) =>
      /exe|txt|png|zip/.test(part.file?.name ?? '') && part.name.startsWith('FILE')
        ? { ...part, value: 'a,b\n', file: { name: 'x.csv', type: 'text/csv' } }
        : part,
    ),
    'extensions in upper case are refused': refusingForms((parts) =>
      parts.some(({ file }) => /\.[A-Z]+$/.test(file?.name ?? '')),
    ),
  },
  'createagentorupdate.files.count': {
    'a fourth file is ignored': storingParts((part, call) =>
      filesIn(partsOf(call)).length > 3 && part === partsOf(call).at(-1) ? null : part,
    ),
    'three files are refused': refusingForms((parts) => filesIn(parts).length === 3),
  },
  'createagentorupdate.files.size': {
    'larger files are cut': storingParts((part) =>
      part.value.length > 10_000_000 ? { ...part, value: part.value.slice(0, 100) } : part,
    ),
    'files over 5 MB are refused': refusingForms((parts) => parts.some(({ value }) => value.length > 5_000_000)),
    'files of 10 MB in all are refused': refusingForms((parts) => {
      const sizes = parts.flatMap(({ file, value }) => (file === undefined ? [] : [value.length]));
      return sizes.length > 1 && sizes.reduce((sum, size) => sum + size, 0) > 10 * 2 ** 20;
    }),
  },
  'createagentorupdate.basic-details': {
    'the form reads text as ASCII': storingText(/./, (text) => text.replaceAll(/[^ -~\r\n]/gu, '?')),
    'the form reads text as Latin-1': storingText(/./, (text) => Buffer.from(text).toString('latin1')),
  },
});
