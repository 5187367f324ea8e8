import { fileURLToPath } from 'node:url';
import { prepareControlDocument } from './control-document.ts';

// Run once after a build, from the folder that the built code stands in.
prepareControlDocument(fileURLToPath(new URL('.', import.meta.url)));
