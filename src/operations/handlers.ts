import type { OperationId } from '../contract-document/names.gen.ts';
import { createAgent } from './create-agent.ts';
import { createAgentOrUpdate } from './create-agent-or-update.ts';
import { forceCompleteCampaign } from './force-complete-campaign.ts';
import { getAgent } from './get-agent.ts';
import { getToken } from './get-token.ts';
import { listAudience } from './list-audience.ts';
import { listVoices } from './list-voices.ts';
import type { Handler } from './handler.ts';
import { updateAgent } from './update-agent.ts';
import { verifyToken } from './verify-token.ts';

/** One handler per operation of the document: one that is missing or mistyped does not compile. */
export const handlers: { readonly [Id in OperationId]: Handler<Id> } = {
  getAgent,
  createAgent,
  createAgentOrUpdate,
  updateAgent,
  listVoices,
  forceCompleteCampaign,
  listAudience,
  verifyToken,
  getToken,
};
