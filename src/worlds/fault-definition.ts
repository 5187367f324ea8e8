import type { components } from '../document/control-types.gen.ts';

type Schemas = components['schemas'];

/** What goes wrong on which requests, and when among them. */
export type FaultDefinition = Schemas['FaultDefinition'];

/** What a fault does to the request that it fires on. All times are in milliseconds. */
export type FaultEffect = Schemas['FaultEffect'];
export type ErrorEffect = Schemas['ErrorEffect'];
export type RespondEffect = Schemas['RespondEffect'];
export type DelayEffect = Extract<FaultEffect, { readonly type: 'delay' }>;
export type DribbleEffect = Extract<FaultEffect, { readonly type: 'dribble' }>;
