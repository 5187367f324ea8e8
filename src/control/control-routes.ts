import type { ControlRoutes } from './control-handler.ts';
import { getImportBase, getStoredAudience, importRecords, reserveIds } from './import-routes.ts';
import { createWorld, deleteWorld, getHealth, getWorld, listWorlds, resetWorld } from './worlds-routes.ts';

/** Every operation of `control.yaml`, one line each. */
export const controlRoutes: ControlRoutes = {
  getHealth,
  listWorlds,
  createWorld,
  getWorld,
  deleteWorld,
  resetWorld,
  getImportBase,
  importRecords,
  reserveIds,
  getStoredAudience,
};
