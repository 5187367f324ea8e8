import { NotSentError } from '../../../deployment/exchange.ts';
import { memberOf } from '../../api.ts';
import type { Placeholder } from '../steps.ts';
import type { WalkState } from './walk-state.ts';

/** Beyond what a deployment counts up to, within 32 bits; the write gate asks whether it is really absent. */
const firstAbsent = 2_147_483_600;

export function isAbsent(id: number): boolean {
  return id >= firstAbsent;
}

/** The step needs something that the walk does not have: it is passed over. */
export class NotThereError extends NotSentError {
  override readonly name = 'NotThereError';
}

/** Puts what a run knows in the place of the placeholders of a value. */
export async function filled(value: unknown, state: WalkState): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each) => filled(each, state)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only, ...others] = entries;
  if (only !== undefined && others.length === 0 && only[0].startsWith('$')) return meant(value as Placeholder, state);
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, each]) => [name, await filled(each, state)] as const)),
  );
}

async function meant(placeholder: Placeholder, state: WalkState): Promise<unknown> {
  const { api } = state;
  if ('$agent' in placeholder) return agentOf(state, placeholder.$agent);
  if ('$uuid' in placeholder) {
    const id = agentOf(state, placeholder.$uuid);
    return given(api.settings.agents?.uuid).replace('{id}', String(id).padStart(12, '0'));
  }
  if ('$nameOf' in placeholder) return state.nameOf(agentOf(state, placeholder.$nameOf));
  if ('$nameOfDeleted' in placeholder) {
    const deleted = [...state.model.agents.values()].filter(({ life }) => life === 'deleted');
    return state.nameOf(given(deleted[placeholder.$nameOfDeleted % Math.max(1, deleted.length)]).id);
  }
  if ('$name' in placeholder) return `${api.newName('walk')}${placeholder.$name === '' ? '' : ` ${placeholder.$name}`}`;
  if ('$number' in placeholder) return given(api.settings.numbers?.[placeholder.$number[0]]?.[placeholder.$number[1]]);
  if ('$times' in placeholder) {
    return placeholder.$times[0].repeat(placeholder.$times[1]).slice(0, placeholder.$times[1]);
  }
  if ('$absent' in placeholder) return firstAbsent + placeholder.$absent;
  if ('$voice' in placeholder) return voiceOf(state, placeholder.$voice);
  const { read, foreign, changeable, disposable } = api.settings.campaigns ?? {};
  if (typeof placeholder.$campaign === 'number') return given(read?.[placeholder.$campaign]);
  return given(
    { read: read?.[0], foreign, changeable: changeable?.id, disposable: disposable?.[0]?.id }[placeholder.$campaign],
  );
}

function agentOf({ agents }: WalkState, index: number): number {
  return given(agents[index % Math.max(1, agents.length)]);
}

async function voiceOf(state: WalkState, [provider, index]: readonly [number, number]): Promise<string> {
  const listed = state.api.settings.providers?.listed ?? [];
  const provider_id = given(listed[provider % Math.max(1, listed.length)]);
  const name = `voice ids of ${provider_id}`;
  const ids = (state.knowledge.shelf.get(name) as string[] | undefined) ?? (await voiceIds(provider_id, state));
  state.knowledge.shelf.set(name, ids);
  return given(ids[index % Math.max(1, ids.length)]);
}

async function voiceIds(provider_id: string, state: WalkState): Promise<string[]> {
  const answer = await state.api.call('listVoices', { query: { provider_id } });
  state.take(answer);
  const voices = memberOf(answer.body, 'data.voices');
  return Array.isArray(voices)
    ? voices.map((voice) => memberOf(voice, 'id')).filter((id) => typeof id === 'string')
    : [];
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new NotThereError('the walk has nothing of the kind');
  return value;
}
