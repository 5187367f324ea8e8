import { openEphemeral } from './open-ephemeral.ts';
import { describeStore } from './store-conformance.ts';

describeStore('the store in memory', (scenarioDir) => openEphemeral({ scenarioDir }));
