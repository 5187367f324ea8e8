import { fileURLToPath } from 'node:url';
import { prepareContractDocument } from './load.ts';

// Run once after a build, from the folder that the built code stands in.
prepareContractDocument(fileURLToPath(new URL('.', import.meta.url)));
