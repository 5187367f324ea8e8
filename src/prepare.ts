import { fileURLToPath } from 'node:url';
import { prepareControlDocument } from './control/control-handler.ts';
import { prepareContractDocument } from './document/read/load.ts';
import { requireHandlers } from './http/express-app.ts';
import { handlers } from './operations/handlers.ts';
import { prepareRecordSchemas } from './store/state/record-schema.ts';

// Run once after a build, from the folder that the built code stands in: what is read and compiled of the documents and
// the record types now need not be at every start.
const folder = fileURLToPath(new URL('.', import.meta.url));
requireHandlers(prepareContractDocument(folder), handlers);
prepareControlDocument(folder);
prepareRecordSchemas(folder);
