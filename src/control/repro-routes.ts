import { ControlError } from './control-error.ts';
import type { ControlHandler } from './control-handler.ts';

export const makeRepro: ControlHandler<'makeRepro'> = () => {
  throw new ControlError(501, 'x');
};
