import { fileURLToPath } from 'node:url';
import { prepareRecordSchemas } from './record-schema.ts';

// Run once after a build, from the folder that the built code stands in.
prepareRecordSchemas(fileURLToPath(new URL('.', import.meta.url)));
