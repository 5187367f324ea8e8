import type { components } from '../../document/control-types.gen.ts';
import { isJsonList, isJsonObject } from '../../json/json-value.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { schemaFaults } from '../../document/validate/schema-fault.ts';
import { parseYaml, YamlError } from '../../files/parse-yaml.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { yamlPlaces } from '../../files/yaml-places.ts';
import { Problem } from '../../http/answer/problem.ts';
import type { FaultDefinition } from '../../worlds/fault-definition.ts';
import { maximumFaults } from '../../worlds/faults.ts';
import type { ControlDocument } from '../control-document.ts';
import { checkFaults } from './check-fault.ts';

type NewFault = components['schemas']['NewFault'];

/** Faults to begin with: as `POST /__mock/faults` takes them, or the file of YAML or JSON that holds them. */
export type GivenFaults = string | readonly NewFault[];

/** Faults that cannot be taken. `faults` has one sentence for each mistake. */
export class FaultsError extends Error {
  override readonly name = 'FaultsError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[], options?: ErrorOptions) {
    super(faults.join('\n'), options);
    this.faults = faults;
  }
}

/** One mistake: the steps to what is wrong, and what is wrong with it. */
type Mistake = readonly [steps: readonly string[], message: string];

/**
 * The faults that are given, each validated against `control.yaml` and the document.
 * @throws FaultsError with every mistake, in a file with line and column; UnusableFileError if the file cannot be read
 */
export function readFaults(
  given: GivenFaults,
  document: ContractDocument,
  control: ControlDocument,
): readonly FaultDefinition[] {
  if (typeof given !== 'string') return checkAll(given, document, control, (_steps, message) => message);
  const text = readTextFile(given);
  const places = yamlPlaces(text);
  const inFile = (steps: readonly string[], message: string) => `${given}:${places(steps)}: ${message}`;
  const { faults, $schema: _, ...others } = objectIn(given, text);
  const strangers = Object.keys(others).map((name) => {
    return inFile([name], `${name} is not known here: a file of faults has faults, a list, and may have $schema.`);
  });
  if (!isJsonList(faults)) {
    throw new FaultsError([...strangers, inFile(['faults'], 'faults must be a list of faults.')]);
  }
  return checkAll(faults, document, control, inFile, strangers);
}

function objectIn(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseYaml(text);
    if (isJsonObject(value)) return value;
    throw new FaultsError([`${file}:1:1: a file of faults is an object with faults, a list.`]);
  } catch (error) {
    if (error instanceof YamlError) throw new FaultsError([`${file}, ${error.message}.`], { cause: error });
    throw error;
  }
}

function checkAll(
  given: readonly unknown[],
  document: ContractDocument,
  control: ControlDocument,
  told: (steps: readonly string[], message: string) => string,
  before: readonly string[] = [],
): readonly FaultDefinition[] {
  const mistakes = [...before];
  const definitions = given.flatMap((fault, index) => {
    const checked = checkOne(fault, document, control);
    if (checked.definitions !== undefined) return checked.definitions;
    for (const [steps, message] of checked.mistakes) {
      mistakes.push(told(['faults', String(index), ...steps], `faults[${index}]: ${message}`));
    }
    return [];
  });
  if (definitions.length > maximumFaults) mistakes.push(told(['faults'], `There are ${maximumFaults} faults at most.`));
  if (mistakes.length > 0) throw new FaultsError(mistakes);
  return definitions;
}

interface Checked {
  readonly definitions?: FaultDefinition[];
  readonly mistakes: readonly Mistake[];
}

function checkOne(fault: unknown, document: ContractDocument, control: ControlDocument): Checked {
  const check = control.operations.get('addFaults')?.bodyCheck;
  if (check === undefined) throw new Error('control.yaml does not say what a fault is.');
  const found = isJsonObject(fault) ? schemaFaults(check, fault) : [{ name: '', message: 'a fault is an object.' }];
  if (found.length > 0) {
    return { mistakes: found.map(({ name, message }) => [stepsOf(name), message ?? 'is invalid.']) };
  }
  try {
    // Sound: it is as the schema says, which the type comes from.
    return { definitions: [...checkFaults(fault as NewFault, document)], mistakes: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { mistakes: [[stepsOf(error.field ?? ''), error.message]] };
  }
}

function stepsOf(name: string): readonly string[] {
  return name === '' ? [] : name.split('.');
}
