export { Problem as ControlError } from '../http/problem.ts';
