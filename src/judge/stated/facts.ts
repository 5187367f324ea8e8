import { configuredAgents, type Settings } from '../../deployment/configuration/settings.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { undocumentedMembers } from '../../document/validate/check-body.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { Facts } from './model.ts';

/** What the model knows of a deployment: its settings, and the texts of the document. */
export function factsOf(settings: Settings, document: ContractDocument): Facts {
  const { login, second_workspace: second } = settings;
  return {
    ...settings,
    refusalOf: documentedRefusals(document),
    bystanders: configuredAgents(settings),
    tokens: {
      own: settings.token,
      second: given(second?.token),
      expired: given(settings.expired_token),
      login: given(login?.token),
      expiredLogin: given(login?.expired_token),
      tokenless: given(login?.token_without_api_token),
      newest: given(login?.newest_api_token),
      older: given(login?.older_api_token),
    },
  };
}

/** A token that is not configured is empty. */
function given(token: string | undefined): string {
  return token ?? '';
}

/** The statuses and texts of refusals as the document is served. */
export function documentedRefusals({ operations }: Pick<ContractDocument, 'operations'>): Facts['refusalOf'] {
  return (operation, refusal) => {
    const { status, body } = operations.get(operation)?.refusals.get(refusal) ?? {};
    const message = body?.message;
    return {
      statuses: status === undefined ? [] : [status],
      message: typeof message === 'string' ? message : undefined,
    };
  };
}

/** The rules that the document names of an answer's body: each answer is validated against them. */
export function documentedClauses({ operations }: ContractDocument): (answer: CheckedAnswer) => readonly ClauseId[] {
  const known = new Map<string, readonly ClauseId[]>();
  return ({ request: { operation }, status }) => {
    const key = `${operation ?? ''} ${status}`;
    const media = operation === null ? undefined : operations.get(operation)?.responses.get(status)?.content.values();
    const clauses = known.get(key) ?? [...(media ?? [])].flatMap(({ stated }) => clausesIn(stated.schema));
    known.set(key, clauses);
    return clauses;
  };
}

function clausesIn(schema: unknown): ClauseId[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'x-clauses' ? (value as ClauseId[]) : clausesIn(value),
  );
}

/** Tells of a member of an answer of get-by-id, by its pointer in `data`, whether the document shows it. */
export function isDocumentedIn(document: ContractDocument): (answer: CheckedAnswer) => (pointer: string) => boolean {
  const operation = document.operations.get('getAgent');
  return (answer) => {
    let beyond: readonly string[] | null = null;
    return (pointer) => {
      beyond ??=
        operation === undefined
          ? []
          : undocumentedMembers(operation, 200, answer.body).map((each) => each.replace(/^\/data/, ''));
      return !beyond.some((each) => pointer === each || pointer.startsWith(`${each}/`));
    };
  };
}
