import { expect, it } from 'vitest';
import { createTerminal } from './run-command-line.ts';

function harness() {
  const [printed, errors]: [string[], string[]] = [[], []];
  const terminal = createTerminal({ write: (text) => printed.push(text), writeError: (text) => errors.push(text) });
  return { ...terminal, printed, errors };
}

it('prints each line as one, and nothing that a terminal obeys', () => {
  const { print, printError, printed, errors } = harness();
  print('one', 'two\nforged \x1b[31m');
  printError('three\u2028\u202e');
  expect(printed).toEqual(['one\ntwo\\u000aforged \\u001b[31m\n']);
  expect(errors).toEqual(['three\\u2028\\u202e\n']);
});

it('prints no secret that it was told of, and no token as an error', () => {
  const { print, printError, hide, printed, errors } = harness();
  const token = 'ac3e'.repeat(16);
  print(token);
  hide('odd secret');
  hide(token);
  print(`a ${token} and odd secret`);
  printError(`refused: odd secret, ${'0f'.repeat(32)}`);
  expect(printed).toEqual([`${token}\n`, 'a [masked] and [masked]\n']);
  expect(errors).toEqual(['refused: [masked], [masked]\n']);
});
