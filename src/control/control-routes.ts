import { getClock, turnClock } from './clock-routes.ts';
import type { ControlRoutes } from './control-handler.ts';
import { clearCoverage, getCoverage } from './coverage-routes.ts';
import { addFaults, clearFaults, getFault, listFaultPresets, listFaults, removeFault } from './faults-routes.ts';
import {
  clearJournal,
  exportJournal,
  getJournalEntry,
  listJournal,
  streamJournal,
  verifyJournal,
} from './journal-routes.ts';
import { makeRepro } from './repro-routes.ts';
import { getRule, listRules } from './rules-routes.ts';
import { dialCampaign, getDialling, stopDialling } from './dialling-routes.ts';
import {
  createToken,
  createUser,
  createWorkspace,
  listTokens,
  listUsers,
  listWorkspaces,
  login,
  revokeToken,
} from './identity-routes.ts';
import { getImportBase, getStoredAudience, importRecords, reserveIds } from './import-routes.ts';
import { createNumber, inspectAgent, listAgents, listCampaigns, listNumbers, updateNumber } from './records-routes.ts';
import {
  deleteSnapshot,
  exportSnapshot,
  importSnapshot,
  listSnapshots,
  restoreSnapshot,
  takeSnapshot,
} from './snapshots-routes.ts';
import {
  createWorld,
  deleteWorld,
  getHealth,
  getWorld,
  listScenarios,
  listWorlds,
  resetWorld,
} from './worlds-routes.ts';

/** Every operation of `control.yaml`, one line each. */
export const controlRoutes: ControlRoutes = {
  getHealth,
  listFaults,
  addFaults,
  clearFaults,
  getFault,
  removeFault,
  listFaultPresets,
  listJournal,
  clearJournal,
  streamJournal,
  exportJournal,
  verifyJournal,
  getJournalEntry,
  listRules,
  getRule,
  getCoverage,
  clearCoverage,
  makeRepro,
  listWorlds,
  createWorld,
  getWorld,
  deleteWorld,
  resetWorld,
  listScenarios,
  listSnapshots,
  takeSnapshot,
  exportSnapshot,
  importSnapshot,
  deleteSnapshot,
  restoreSnapshot,
  getClock,
  turnClock,
  getDialling,
  dialCampaign,
  stopDialling,
  login,
  listTokens,
  createToken,
  revokeToken,
  listWorkspaces,
  createWorkspace,
  listUsers,
  createUser,
  listNumbers,
  createNumber,
  updateNumber,
  listAgents,
  inspectAgent,
  listCampaigns,
  getImportBase,
  importRecords,
  reserveIds,
  getStoredAudience,
};
