import type { ClauseId } from '../../document/names.gen.ts';
import type { Judgement } from './model.ts';

/** What the specification says at more than one place: an answer that breaks the first breaks the others with it. */
const restated: Partial<Readonly<Record<ClauseId, readonly ClauseId[]>>> = {
  'create-agent.create.draft': ['agent.status.draft', 'agent.basic-details.status'],
  'create-agent.unpublish': ['agent.status.draft'],
  'create-agent.publish': ['agent.status.active'],
  'create-agent.status.invalid': ['create-agent.field.status'],
  'create-agent.not-found': ['create-agent.update.exists'],
  'verify.valid': ['verify.body'],
  'voice-list.provider-id.unsupported': ['voice-list.provider-id'],
  'audience-list.filter.status': ['audience.status-codes'],
  'agent.deleted.not-returned': ['create-agent.delete', 'agent.status.deleted'],
  'create-agent.publish.global-provider': ['create-agent.publish.shared-do-not-count'],
  'create-agent.publish.again': ['agent.status.active'],
  'createagentorupdate.only-name-required': ['createagentorupdate.multipart'],
};

/** A judgement with the rules that restate those that it names. */
export function withRestated(judgement: Judgement): Judgement {
  return {
    ...judgement,
    findings: judgement.findings.map((finding) => ({ ...finding, clauses: widened(finding.clauses) })),
    reached: widened(judgement.reached),
  };
}

export function widened(clauses: readonly ClauseId[]): readonly ClauseId[] {
  return [...new Set(clauses.flatMap((clause) => [clause, ...(restated[clause] ?? [])]))];
}
