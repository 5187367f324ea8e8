import { getClock, turnClock } from './worlds/clock-routes.ts';
import type { ControlRoutes } from './control-handler.ts';
import { clearCoverage, getCoverage } from './journal/coverage-routes.ts';
import { addFaults, clearFaults, getFault, listFaultPresets, listFaults, removeFault } from './worlds/faults-routes.ts';
import {
  clearJournal,
  exportJournal,
  getJournalEntry,
  listJournal,
  streamJournal,
  verifyJournal,
} from './journal/journal-routes.ts';
import { makeRepro } from './journal/repro-routes.ts';
import { getProfile, putProfile } from './worlds/profile-routes.ts';
import { getRule, listRules } from './records/rules-routes.ts';
import { dialCampaign, getDialling, stopDialling } from './worlds/dialling-routes.ts';
import {
  createToken,
  createUser,
  createWorkspace,
  listTokens,
  listUsers,
  listWorkspaces,
  login,
  revokeToken,
} from './records/identity-routes.ts';
import { getImportBase, getStoredAudience, importRecords, reserveIds } from './worlds/import-routes.ts';
import {
  createNumber,
  inspectAgent,
  listAgents,
  listCampaigns,
  listNumbers,
  updateNumber,
} from './records/records-routes.ts';
import {
  deleteSnapshot,
  exportSnapshot,
  importSnapshot,
  listSnapshots,
  restoreSnapshot,
  takeSnapshot,
} from './worlds/snapshots-routes.ts';
import {
  createWorld,
  deleteWorld,
  getHealth,
  getWorld,
  listScenarios,
  listWorlds,
  resetWorld,
} from './worlds/worlds-routes.ts';

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
  getProfile,
  putProfile,
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
