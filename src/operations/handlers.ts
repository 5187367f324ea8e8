import type { OperationId } from '../document/names.gen.ts';
import { createAgent, createAgentOrUpdate, getAgent, updateAgent } from './agents/agents.ts';
import { forceCompleteCampaign, listAudience } from './campaigns/campaigns.ts';
import { getToken, verifyToken } from './tokens/tokens.ts';
import { listVoices } from './voices/list-voices.ts';
import type { Handler } from './handler.ts';

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
