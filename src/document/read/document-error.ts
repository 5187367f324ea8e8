import { fieldOf, isJsonObject, pointerOf, type JsonObject } from '../../json/json-value.ts';

/** The document or the catalogue is not what it must be: nothing may start with it. The message names the place. */
export class ContractDocumentError extends Error {
  override readonly name = 'ContractDocumentError';

  constructor(
    /** Where in which file: `openapi.yaml#/paths/~1verify/post`. */
    readonly place: string,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`${place}: ${problem}`, options);
  }
}

/** Gives the value back as an object. @throws ContractDocumentError where it is none; undefined counts as empty */
export function objectAt(value: unknown, place: string): JsonObject {
  if (value === undefined) return {};
  if (!isJsonObject(value)) throw new ContractDocumentError(place, 'is not an object.');
  return value;
}

/** Gives the value back as a list. @throws ContractDocumentError where it is none; undefined counts as empty */
export function listAt(value: unknown, place: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ContractDocumentError(place, 'is not a list.');
  return value;
}

/** Gives the value back as a text. @throws ContractDocumentError where it is none */
export function textAt(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new ContractDocumentError(place, 'is not a text.');
  return value;
}

/** The place one or more steps further down, as a JSON pointer. */
export function below(place: string, ...steps: readonly (string | number)[]): string {
  const pointer = pointerOf(steps);
  return place.includes('#') ? place + pointer : `${place}#${pointer}`;
}

/** A value of a document, and where it stands: what is wrong with it is told with the place. */
export class Part {
  constructor(
    readonly value: unknown,
    readonly place: string,
  ) {}

  /** What stands there under a name: nothing, if it is not there. @throws ContractDocumentError of what has no names */
  at(name: string): Part {
    return new Part(fieldOf(this.object, name), below(this.place, name));
  }

  /** @throws ContractDocumentError if it is not an object; undefined counts as empty */
  get object(): JsonObject {
    return objectAt(this.value, this.place);
  }

  /** @throws ContractDocumentError if it is not an object; undefined counts as empty */
  get entries(): readonly (readonly [name: string, part: Part])[] {
    return Object.entries(this.object).map(([name, value]) => [name, new Part(value, below(this.place, name))]);
  }

  /** @throws ContractDocumentError if it is not a list; undefined counts as empty */
  get items(): readonly Part[] {
    return listAt(this.value, this.place).map((value, index) => new Part(value, below(this.place, index)));
  }

  /** @throws ContractDocumentError if it is not a text */
  get text(): string {
    return textAt(this.value, this.place);
  }

  error(problem: string): ContractDocumentError {
    return new ContractDocumentError(this.place, problem);
  }
}
