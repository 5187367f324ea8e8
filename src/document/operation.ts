import type { Json, JsonObject } from '../json/json-value.ts';
import type { FileReading, OperationReading, ParameterReading } from './read/reading-rules.ts';
import type { ShownValue } from './shown-values.ts';
import type { ClauseId, OperationId, RefusalId } from './names.gen.ts';
import type { SchemaCheck } from './validate/schema-compiler.ts';

/** What of a refusal that is stated may be open all the same. */
export type OpenPart = 'status' | 'message' | 'code';

/** One rule of the API, as the clause catalogue states it. */
export interface Clause {
  readonly id: ClauseId;
  /** The section of the platform's specification that it follows or completes. */
  readonly section: string;
  readonly kind: 'stated' | 'assumed';
  readonly operations: readonly OperationId[] | 'all';
  readonly rule: string;
  /** Of a stated rule: what the specification says in that section, word for word, that the rule follows. */
  readonly sentence?: string;
  /** Why no answer of a deployment can show it; absent if one can. */
  readonly unobservable?: string;
  /** The parts of its refusal that the specification leaves open; of an assumed rule every one. */
  readonly open: readonly OpenPart[];
}

export interface OperationAddress {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** With the path of its server, its variables at their defaults; a step in braces takes any value. */
  readonly path: string;
}

/** What it takes to serve an operation of any document, all references followed. */
export interface DocumentedOperation extends OperationAddress {
  /** The path's, in document order. */
  readonly pathParameters: readonly Member[];
  /** The query's, in document order. */
  readonly parameters: readonly Member[];
  readonly body: 'json' | 'multipart' | 'none';
  readonly isBodyRequired: boolean;
  /** In bytes: a JSON body that is larger is refused. */
  readonly bodyLimit: number;
  /** The fields of a JSON body, or of a form under their bracketed names, in document order. */
  readonly members: readonly Member[];
  /** The fields of a form, nested; empty unless the body is one. */
  readonly form: FormSection<Member>;
  /** The form's fields that take files, by name, without the ending that spells a list. */
  readonly fileFields: ReadonlyMap<string, FileField>;
  /** The JSON body's or the form's schema, what is assumed included. */
  readonly bodySchema: JsonObject;
  /** Checks a JSON body as a whole; undefined if its fields are checked one by one. */
  readonly bodyCheck: SchemaCheck | undefined;
  /** Refuses what is wrong in a request and has no refusal of its own. */
  readonly invalidRefusal?: RefusalId;
  /** Refuses what is required, was not sent and has no refusal of its own. */
  readonly missingRefusal?: RefusalId;
  /** Refuses a form value of the wrong type. */
  readonly malformedRefusal?: RefusalId;
  readonly reading: OperationReading;
}

export interface Operation extends DocumentedOperation {
  readonly id: OperationId;
  /** The ways to send a token, in the order in which the headers are read (auth.precedence). */
  readonly tokenSources: readonly TokenSource[];
  /** Whether no header comes first: several tokens must be the same. */
  readonly tokensAgree: boolean;
  /** Whether one of several tokens that is valid is enough. */
  readonly takesAnyToken: boolean;
  /** The recommended way to send a token: the first one that the document lists. */
  readonly tokenAtFirst: { readonly header: string; readonly form: 'plain' | 'bearer' };
  /** What every refusal of this operation answers, by the rule that refuses. */
  readonly refusals: ReadonlyMap<RefusalId, RefusalAnswer>;
  /** What is answered in some cases otherwise, by the rule and the case: `RULE; at=FIELD; kind=KIND`. */
  readonly refusalCases: ReadonlyMap<string, RefusalAnswer>;
  /** By name; of a name that stands under several statuses, the first. */
  readonly successExamples: ReadonlyMap<string, ExampleAnswer>;
  /** The messages of the success examples, by the example's name. */
  readonly successMessages: Readonly<Record<string, string>>;
  readonly responses: ReadonlyMap<number, DocumentedResponse>;
  /** The status of an answer that follows none of the examples. */
  readonly successStatus: number;
  readonly clauses: readonly ClauseId[];
  /** All clauses, to look up those that parts of the operation name. */
  readonly catalogue: ReadonlyMap<ClauseId, Clause>;
  readonly invalidRefusal: RefusalId;
  readonly missingRefusal: RefusalId;
  readonly malformedRefusal: RefusalId;
  /** Refuses a caller without a token. */
  readonly tokenMissingRefusal: RefusalId;
  /** Refuses a token that is unknown, expired or of the wrong kind. */
  readonly tokenInvalidRefusal: RefusalId;
  /** Refuses a body that cannot be read; undefined if the operation takes none. */
  readonly unreadableRefusal: RefusalId | undefined;
}

export interface TokenSource {
  /** In lower case, as Node names it. */
  readonly header: string;
  readonly kind: 'api-token' | 'login-token';
  /** `plain`: the header is the token; `bearer`: the token follows the word Bearer. */
  readonly forms: readonly ('plain' | 'bearer')[];
}

/** A query parameter, or a field of a body. */
export interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  /** What is assumed included. */
  readonly schema: JsonObject;
  readonly check: SchemaCheck;
  /** The refusals of its own. */
  readonly refusals: Refusals;
  /** Values that are read as if it had not been sent. */
  readonly countsAsAbsent: readonly Json[];
  readonly clauses: readonly ClauseId[];
  readonly reading: ParameterReading;
  /** Refuses an invalid value: {id} stands for what was sent, {supported} for what is taken; undefined: the example's. */
  readonly message?: string;
}

export interface Refusals extends Partial<FileRefusals> {
  readonly missing?: RefusalId;
  readonly invalid?: RefusalId;
  /** Not even the section of the form that it belongs to was sent. */
  readonly 'section-missing'?: RefusalId;
}

/** What of an uploaded file is refused, and by which rule. */
export type FileRefusals = Readonly<Record<FileProblem, RefusalId>>;
export type FileProblem = 'too-many' | 'too-large' | 'empty' | 'wrong-type';

export interface FileField {
  readonly name: string;
  readonly maximumFiles: number;
  /** Of each file, in bytes. */
  readonly maximumSize: number;
  /** The media types of the files that it takes, in document order. */
  readonly mediaTypes: readonly string[];
  /** Whether text may come in place of a file. */
  readonly takesText: boolean;
  readonly refusals: FileRefusals;
  readonly reading: FileReading;
}

export interface ExampleAnswer {
  readonly status: number;
  readonly body: Json;
}

export interface RefusalAnswer extends ExampleAnswer {
  readonly body: JsonObject;
  /**
   * What {detail} in its texts stands for if the rule says nothing of the request; undefined if what the rule says of
   * the request replaces the message.
   */
  readonly worded: string | undefined;
  /** Sent in place of the body. */
  readonly text?: string;
  /** Of what is sent; absent: JSON. */
  readonly mediaType?: string;
  /** Whether no body is sent. */
  readonly isEmpty: boolean;
}

export interface DocumentedResponse {
  readonly status: number;
  readonly clauses: readonly ClauseId[];
  /** Of the JSON content, by name, in document order. */
  readonly examples: ReadonlyMap<string, Json>;
  /** How values of the body are shown, by JSON pointers, * for every item of a list. */
  readonly shown: ReadonlyMap<string, ShownValue>;
  /** Those of them that show examples, with blanks between. */
  readonly madeUp: string;
  /** By media type, in lower case; nothing where no body is sent. */
  readonly content: ReadonlyMap<string, { readonly stated: SchemaCheck; readonly assumed: SchemaCheck }>;
}

/** What is wrong with one parameter or field of a request. */
export interface RequestFault {
  /** As a message names it: `limit`, `voice.settings.speed`, `knowledge_base[tools][1][id]`. */
  readonly name: string;
  readonly reason: 'missing' | 'invalid';
  /** What is wrong with the value, in one word: `missing`, `empty`, `null`, `type`, `range`, `value`, `unknown`. */
  readonly kind: string;
  /** The rule that refuses; its example in the operation's `refusals` is the answer. Undefined where no rule is named. */
  readonly clause: RefusalId | undefined;
  /** The sentence that replaces the example's message; undefined where the example's own is the answer. */
  readonly message: string | undefined;
  /** As sent; undefined where nothing was. */
  readonly value: unknown;
}

/** What a place of a form takes, built from the bracketed names of the document. */
type FormField<M> = FormSection<M> | FormList<M> | { readonly kind: 'property'; readonly member: M };

export interface FormSection<M> {
  readonly kind: 'section';
  readonly fields: Map<string, FormField<M>>;
}

export interface FormList<M> {
  readonly kind: 'list';
  readonly item: FormSection<M>;
}
