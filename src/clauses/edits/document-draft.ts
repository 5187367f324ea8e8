import type { OperationId, RefusalId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { dereference } from '../../document/read/document-reader.ts';
import type { Alternatives } from '../choices.gen.ts';

/** A part of the document that may be changed. */
export interface Draft {
  [name: string]: DraftValue;
}
export type DraftValue = string | number | boolean | null | DraftValue[] | Draft;

/** What is done to a document where a choice is decided in another way than today's. */
export type Edit = (draft: DocumentDraft) => unknown;

/** Today's: the document as it stands. */
export const asItStands: Edit = () => undefined;

/** Where an operation, or an address that reaches none, refuses by a rule. */
interface Place {
  /** Undefined where no operation is reached. */
  readonly operation: OperationId | undefined;
  status(): number;
  /** The error's body. */
  readonly body: Draft;
  moveTo(status: number): void;
  /** Gives it a message; `{detail}` in it stands for what the rule says of the request. */
  say(message: string): void;
}

/** A copy of the OpenAPI document to be edited; its responses and examples stand where they are used. */
export class DocumentDraft {
  readonly document: Draft;
  readonly #operations = new Map<string, Draft>();
  /** The operations whose errors have a code in words. */
  readonly #coded = new Set<string>();
  readonly #chosenRefusals: ContractDocument['chosenRefusals'];

  constructor({ openapi, chosenRefusals }: Pick<ContractDocument, 'openapi' | 'chosenRefusals'>) {
    this.#chosenRefusals = chosenRefusals;
    // A copy by way of text: what anchors share in YAML is then apart.
    this.document = JSON.parse(JSON.stringify(openapi)) as Draft;
    for (const path of Object.values(draftIn(this.document, 'paths'))) {
      for (const operation of Object.values(asDraft(path))) {
        if (!isDraft(operation) || typeof operation['operationId'] !== 'string') continue;
        this.#operations.set(operation['operationId'], operation);
        this.#spellOut(operation);
        if (JSON.stringify(operation).includes('#/components/schemas/CodedError')) {
          this.#coded.add(operation['operationId']);
        }
      }
    }
  }

  get operationIds(): readonly OperationId[] {
    return [...this.#operations.keys()] as OperationId[];
  }

  operation(id: OperationId): Draft {
    const operation = this.#operations.get(id);
    if (operation === undefined) throw new Error(`The document has no operation ${id}.`);
    return operation;
  }

  response(id: OperationId, status: number): Draft {
    return draftIn(draftIn(this.operation(id), 'responses'), String(status));
  }

  /** The named examples of a response in JSON; of one without a body none. */
  examples(id: OperationId, status: number): Draft {
    if (this.response(id, status)['content'] === undefined) return {};
    return draftIn(this.json(id, status), 'examples');
  }

  /** The JSON content of a response. */
  json(id: OperationId, status: number): Draft {
    return draftIn(draftIn(this.response(id, status), 'content'), 'application/json');
  }

  schema(name: string): Draft {
    return draftIn(draftIn(draftIn(this.document, 'components'), 'schemas'), name);
  }

  parameter(id: OperationId, name: string): Draft {
    const parameters = this.operation(id)['parameters'];
    const found = Array.isArray(parameters) ? parameters.map(asDraft).find((each) => each['name'] === name) : undefined;
    if (found === undefined) throw new Error(`${id} has no parameter ${name}.`);
    return found;
  }

  /** Every place that refuses by the rule, or those of one operation. */
  refusals(clause: RefusalId, operation?: OperationId): readonly Place[] {
    const ids = operation === undefined ? this.operationIds : [operation];
    const found = ids.flatMap((id) =>
      Object.keys(draftIn(this.operation(id), 'responses'))
        .filter((status) => Number(status) >= 400 && clause in this.examples(id, Number(status)))
        .map((status) => this.#placeIn(id, Number(status), clause)),
    );
    const beyond = draftIn(this.document, 'x-beyond-operations')[clause];
    return beyond === undefined || operation !== undefined ? found : [...found, placeBeyond(asDraft(beyond))];
  }

  /** What a rule refuses with where a choice lets it; undefined if the document says it. */
  chosenRefusal(clause: RefusalId): { readonly status: number; readonly message: string } | undefined {
    return this.#chosenRefusals.get(clause);
  }

  /** Lets an operation refuse by a rule as the catalogue says. */
  addRefusal(id: OperationId, clause: RefusalId): void {
    const refusal = this.#chosenRefusals.get(clause);
    if (refusal === undefined) throw new Error(`The catalogue does not say how ${clause} refuses.`);
    const { status, message } = refusal;
    const code = this.#coded.has(id) ? 'VALIDATION_ERROR' : status;
    const { examples } = this.#openResponse(id, status, clause);
    examples[clause] = { value: { error: true, code, message, data: {} } };
  }

  #placeIn(id: OperationId, first: number, clause: RefusalId): Place {
    let status = first;
    const example = asDraft(this.examples(id, status)[clause] ?? {});
    const body = draftIn(example, 'value');
    return {
      operation: id,
      status: () => status,
      body,
      say: (message) => say(example, body, this.#fixedMessage(id, status) ?? message),
      moveTo: (next) => {
        if (next === status) return;
        const from = this.examples(id, status);
        Reflect.deleteProperty(from, clause);
        if (body['code'] === status) body['code'] = next;
        this.#openResponse(id, next, clause).examples[clause] = example;
        if (Object.keys(from).length === 0) {
          Reflect.deleteProperty(draftIn(this.operation(id), 'responses'), String(status));
        }
        status = next;
        const fixed = this.#fixedMessage(id, status);
        if (fixed !== undefined) say(example, body, fixed);
      },
    };
  }

  /** The message that the specification gives every error of a status; undefined if it may be any. */
  #fixedMessage(id: OperationId, status: number): string | undefined {
    const schema = this.#copyOf(draftIn(this.json(id, status), 'schema'));
    const fixed = textIn(draftIn(draftIn(schema, 'properties'), 'message'), 'const');
    return fixed === '' ? undefined : fixed;
  }

  /** The response of a status, made like the operation's other errors if it is not there. */
  #openResponse(id: OperationId, status: number, clause: string): { readonly examples: Draft } {
    const responses = draftIn(this.operation(id), 'responses');
    if (responses[String(status)] === undefined) {
      const name = this.#coded.has(id) ? 'CodedError' : 'Error';
      const content = { schema: { $ref: `#/components/schemas/${name}` }, examples: {} };
      responses[String(status)] = {
        description: 'Refused',
        'x-clauses': [clause],
        content: { 'application/json': content },
      };
    }
    return { examples: this.examples(id, status) };
  }

  #spellOut(operation: Draft): void {
    const responses = draftIn(operation, 'responses');
    for (const [status, response] of Object.entries(responses)) {
      const own = this.#copyOf(response);
      responses[status] = own;
      if (own['content'] === undefined) continue;
      for (const media of Object.values(asDraft(own['content']))) {
        const examples = asDraft(asDraft(media)['examples'] ?? {});
        for (const [name, example] of Object.entries(examples)) examples[name] = this.#copyOf(example);
      }
    }
  }

  #copyOf(value: DraftValue): Draft {
    const target = dereference(this.document, asDraft(value), 'openapi.yaml');
    return JSON.parse(JSON.stringify(target)) as Draft;
  }
}

function say(holder: Draft, body: Draft, message: string): void {
  // The rule's own text stands for {detail} where it has nothing more to say of the request.
  holder['x-worded'] ??= textIn(body, 'message');
  body['message'] = message;
}

function placeBeyond(entry: Draft): Place {
  const body = draftIn(entry, 'value');
  return {
    operation: undefined,
    status: () => Number(entry['status']),
    body,
    say: (message) => say(entry, body, message),
    moveTo: (status) => {
      if (body['code'] === entry['status']) body['code'] = status;
      entry['status'] = status;
    },
  };
}

/** The object under a name, made if it is absent. */
export function draftIn(holder: Draft, name: string): Draft {
  const value = holder[name] ?? {};
  holder[name] = value;
  return asDraft(value);
}

export function isDraft(value: DraftValue | undefined): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asDraft(value: DraftValue): Draft {
  if (!isDraft(value)) throw new Error(`${JSON.stringify(value)} is not an object of the document.`);
  return value;
}

/** The text under a name; '' if there is none. */
export function textIn(holder: Draft, name: string): string {
  const value = holder[name];
  return typeof value === 'string' ? value : '';
}

/** What each alternative of some choices makes of the document. */
export type EditsOf = {
  readonly [Id in keyof Alternatives]?: Readonly<Record<Alternatives[Id], Edit>>;
};
