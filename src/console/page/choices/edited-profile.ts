import type { Schemas } from '../api/control-client.ts';

type View = Schemas['ProfileView'];

/** The profile of a world with one choice decided by hand as the text says; what holds today anyway is left out. */
export function withDecision({ profile = 'console', choices }: View, id: string, text: string): Schemas['Profile'] {
  const entries = choices.flatMap((choice): readonly (readonly [string, object])[] => {
    if (choice.id !== id) return choice.decided === undefined ? [] : [[choice.id, choice.decided]];
    const made = choice.alternatives === undefined ? valueOf(text, choice.value?.['type']) : text;
    if (made === choice.today) return [];
    return [[id, choice.alternatives === undefined ? { value: made, by: 'hand' } : { alternative: made, by: 'hand' }]];
  });
  return {
    profile: 'voice-agent-mock/profile/1',
    name: profile,
    choices: Object.fromEntries(entries),
  };
}

/** A text stays one; of anything else the text is JSON, and stays a text if it is not. */
function valueOf(text: string, type: unknown): unknown {
  if (type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The choices of which id, rule, question or decision has each of the words, the decided ones first. */
export function matchingChoices(choices: View['choices'], words: string): View['choices'] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const text = (choice: View['choices'][number]) => JSON.stringify(choice).toLowerCase();
  const found = choices.filter((choice) => wanted.every((word) => text(choice).includes(word)));
  const isDecided = ({ decided }: View['choices'][number]) => Number(decided !== undefined);
  return found.toSorted((one, other) => isDecided(other) - isDecided(one));
}
