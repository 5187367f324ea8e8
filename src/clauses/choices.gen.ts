/** Generated from openapi/clauses.yaml by `npm run generate`: change the source, not this file. */

/** The choices between alternatives, with the names of these. */
export interface Alternatives {
  'agent.deleted': 'restorable' | 'missing';
  'create-agent.success.status': 'ok' | 'created';
}

/** The choices of a value that belong to no refusal. */
export type ValueChoice = never;

/** The choices of a refusal's status, message or code. */
export type RefusalChoice = never;

export type ChoiceId = keyof Alternatives | ValueChoice | RefusalChoice;
