import { nothingLeft } from '../../domain/every-member.ts';
import type { Handler } from '../handler.ts';

/** Section 4.8: a caller that comes this far has a valid API token. */
export const verifyToken: Handler<'verifyToken'> = (request) => {
  nothingLeft(request.query.valid());
  nothingLeft(request.body.valid());
  return {
    clause: 'verify.valid',
    body: { error: false, code: 200, message: request.messages.valid, data: {} },
  };
};
