import type { Handler } from './handler.ts';

/** Section 4.8: whoever comes this far has a valid API token. */
export const verifyToken: Handler<'verifyToken'> = (request) => {
  request.body.valid();
  return {
    clause: 'verify.valid',
    body: { error: false, code: 200, message: 'Token is valid', data: {} },
  };
};
