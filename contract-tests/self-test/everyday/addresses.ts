import { answering, answeringStatus } from '../breaks.ts';
import { json, type Call } from '../call.ts';
import { faultsOf, type Break } from '../fault.ts';

const isUnplaced =
  (status: number) =>
  (call: Call): boolean =>
    call.operation === null && call.status === status;
/** Edits the body of the answer to a request that is for no operation. */
const unplaced = (status: number, fields: object): Break => ({
  after: (call, body) => {
    if (isUnplaced(status)(call)) Object.assign(body as object, fields);
  },
});

/** Of what is answered where no operation is, which only the mock decides. */
export const addressFaults = faultsOf({
  'addresses.one-port: the alternative address lies elsewhere': answeringStatus((call) => call.is('updateAgent'), 404),
  'addresses.one-port: the API address lies elsewhere': answeringStatus((call) => call.is('createAgentOrUpdate'), 404),
  'addresses.unknown: an unknown address is answered with 400': answeringStatus(isUnplaced(404), 400),
  'addresses.unknown: an unknown address is answered with a page': answering(isUnplaced(404), ({ body }) => ({
    ...json(404, body),
    text: '<h1>Not Found</h1>',
  })),
  'addresses.unknown: an unknown address names another operation': unplaced(404, {
    message: 'There is no such address. Did you mean GET /verify?',
  }),
  'addresses.method: another method is answered with 404': answeringStatus(isUnplaced(405), 404),
  'addresses.method: another method is answered without Allow': answeringStatus(isUnplaced(405), 405),
  'addresses.method: another method has a code of text': unplaced(405, { code: 'METHOD_NOT_ALLOWED' }),
  'addresses.method: another method is answered only to callers': {
    before: ({ operation, request }) =>
      operation === null && request.headers['token'] === undefined && json(401, { error: true, message: 'Who calls?' }),
  },
  'addresses.nothing-undocumented: a slash at the end does not matter': {
    before: ({ request }) => {
      const { place } = request;
      return place?.path.endsWith('/') === true && { ...request, place: { ...place, path: place.path.slice(0, -1) } };
    },
  },
  'addresses.nothing-undocumented: a health page': {
    before: ({ request }) => request.place?.path === '/health' && json(200, { ok: true }),
  },
});
