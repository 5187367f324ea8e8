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
import { createWorld, deleteWorld, getHealth, getWorld, listWorlds, resetWorld } from './worlds-routes.ts';

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
};
