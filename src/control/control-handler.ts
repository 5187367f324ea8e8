import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from 'express';
import type { operations } from '../document/control-types.gen.ts';
import type { DocumentedOperation, OperationAddress } from '../document/operation.ts';
import { objectAt } from '../document/read/document-error.ts';
import { createDocumentReader } from '../document/read/document-reader.ts';
import {
  type ContractDocument,
  type DocumentTexts,
  readPreparedDocument,
  writePreparedDocument,
} from '../document/read/load.ts';
import { listOperations, readDocumentedOperation } from '../document/read/read-operations.ts';
import { type SchemaCompiler, createSchemaCompiler } from '../document/validate/schema-compiler.ts';
import { loadYaml } from '../files/yaml.ts';
import type { RequestTally } from '../http/answer/send-answer.ts';
import type { OnFailure } from '../http/answer/request-log.ts';
import type { StreamedAnswer } from '../http/exchange.ts';
import type { JsonObject } from '../json/json-value.ts';
import { packageRoot } from '../package-root.ts';
import type { View } from '../store/state/root.ts';
import type { Clock } from '../worlds/time-and-chance.ts';
import type { FollowedProfile, World } from '../worlds/world.ts';
import type { SharedWorlds } from '../worlds/shared/shared-worlds.ts';
import type { Snapshots } from '../worlds/snapshots.ts';
import type { Worlds } from '../worlds/worlds.ts';

export type ControlOperationId = keyof operations;

/** A request that is as `control.yaml` says. */
export interface ControlRequest<Id extends ControlOperationId> {
  readonly path: PartOf<Id, 'path'>;
  readonly query: PartOf<Id, 'query'>;
  readonly body: BodyOf<Id>;
  /** The request itself, for what the document does not describe. */
  readonly raw: Request;
}

/** What the control API steers. */
export interface ControlServices {
  readonly worlds: Worlds;
  readonly snapshots: Snapshots;
  /** Undefined where the mock is the only one of its worlds. */
  readonly shared?: SharedWorlds | undefined;
  /** Aborted once no more requests should come. */
  readonly draining: AbortSignal;
  /** The requests to the API so far. */
  readonly tally: RequestTally;
  /** The names of the scenarios that worlds can be made from. */
  readonly scenarios: () => readonly string[];
  /** The time of the machine. */
  readonly clock: Clock;
  readonly document: ContractDocument;
  /** The same without what a profile makes of it. */
  readonly documentWithoutProfile: ContractDocument;
  /** Works out what a world does that follows a profile. @throws ProfileError for one that cannot be followed */
  readonly follow: (profile: unknown) => FollowedProfile;
  /** Whether what is tolerated with a warning otherwise is refused. */
  readonly isStrict: boolean;
  /** Told of every request that is answered with 500. */
  readonly onFailure: OnFailure;
}

export interface ControlContext extends ControlServices {
  /** As the world answers by it. */
  readonly document: ContractDocument;
  /** The world that the request is for; a draft where replicas share it and the request may change it. */
  readonly world: World;
  /** Its records, as the request finds them. */
  readonly view: View;
}

type ControlAnswer<Id extends ControlOperationId> = DocumentedAnswer<operations[Id]['responses']> | StreamedAnswer;

/** Serves one operation of the control API. @throws Problem if it cannot; then nothing has changed */
export type ControlHandler<Id extends ControlOperationId> = (
  request: ControlRequest<Id>,
  context: ControlContext,
) => ControlAnswer<Id> | Promise<ControlAnswer<Id>>;

/** One handler per operation of `control.yaml`: one that is missing or mistyped does not compile. */
export type ControlRoutes = { readonly [Id in ControlOperationId]: ControlHandler<Id> };

type PartOf<Id extends ControlOperationId, Part extends 'path' | 'query'> = NonNullable<
  operations[Id]['parameters'][Part]
>;

type BodyOf<Id extends ControlOperationId> = [NonNullable<operations[Id]['requestBody']>] extends [never]
  ? undefined
  : NonNullable<operations[Id]['requestBody']> extends { content: { 'application/json': infer Body } }
    ? Body
    : never;

type DocumentedAnswer<Responses> = {
  [Status in keyof Responses & number]: Responses[Status] extends { content: { 'application/json': infer Body } }
    ? { readonly status: Status; readonly body: Body }
    : { readonly status: Status };
}[keyof Responses & number];

export interface ControlOperation extends DocumentedOperation {
  /** Whether any caller is answered, without the control token and whatever page asks. */
  readonly isOpen: boolean;
}

export interface ControlDocument {
  readonly openapi: JsonObject;
  readonly addresses: readonly OperationAddress[];
  /** A start reads all of it. */
  readonly isChecked: false;
  /** By operationId, in document order. */
  readonly operations: ReadonlyMap<string, ControlOperation>;
}

const name = 'control.yaml';

/** Reads `openapi/control.yaml`, or what the build has prepared of it. @throws ContractDocumentError with the place */
export function loadControlDocument(): ControlDocument {
  if (loaded !== undefined) return loaded;
  const texts = readTexts();
  const prepared = readPreparedDocument(texts, undefined, 'control');
  const openapi = prepared?.openapi ?? objectAt(loadYaml().parse(texts.openapi), name);
  return (loaded = readControlDocument(openapi, createSchemaCompiler(prepared?.validator)));
}

/** Nothing changes a document, so that all mocks of a process share it. */
let loaded: ControlDocument | undefined;

/** Reads the document and leaves it in the folder of the built code, its schemas compiled, for the starts to come. */
export function prepareControlDocument(folder: string): void {
  const texts = readTexts();
  const compiler = createSchemaCompiler();
  const { openapi } = readControlDocument(objectAt(loadYaml().parse(texts.openapi), name), compiler);
  compiler.compileAll();
  writePreparedDocument(folder, texts, { openapi, clauses: {} }, compiler.schemas(), 'control');
}

function readTexts(): DocumentTexts {
  return { openapi: readFileSync(join(packageRoot(), 'openapi', name), 'utf8'), clauses: '' };
}

function readControlDocument(openapi: JsonObject, compiler: SchemaCompiler): ControlDocument {
  const reader = createDocumentReader(openapi, new Map(), compiler, 'whole');
  const operations = listOperations(openapi, name).map((entry): ControlOperation => {
    const { security } = entry.operation;
    return { ...readDocumentedOperation(reader, entry), isOpen: Array.isArray(security) && security.length === 0 };
  });
  return {
    openapi,
    addresses: operations,
    isChecked: false,
    operations: new Map(operations.map((operation) => [operation.id, operation])),
  };
}
