import type { RefusalChoice, ValueChoice } from '../../clauses/choices.gen.ts';
import { DocumentDraft } from '../../clauses/edits/document-draft.ts';
import { placeOfValue } from '../../clauses/edits/value-edits.ts';
import type { components } from '../../document/control-types.gen.ts';
import type { World } from '../../worlds/world.ts';
import type { ControlHandler, ControlServices } from '../control-handler.ts';
import { followed } from './worlds-routes.ts';

export const getProfile: ControlHandler<'getProfile'> = (_, context) => ({ status: 200, body: profileView(context) });

export const putProfile: ControlHandler<'putProfile'> = ({ body }, context) => {
  const profile = followed(body, context);
  context.world.profile = profile.profile.choices.size === 0 ? undefined : profile;
  return { status: 200, body: profileView(context) };
};

function profileView({
  world,
  today,
}: Pick<ControlServices, 'today'> & { readonly world: World }): components['schemas']['ProfileView'] {
  const profile = world.profile?.profile;
  const draft = new DocumentDraft(today);
  const choices = [...today.choices.values()].map(({ id, clause, question, alternatives, value }) => {
    const decided = profile?.choices.get(id);
    const named = [...(alternatives ?? [])].map(([name, meaning]) => ({ name, meaning }));
    const open = () => placeOfValue(id as RefusalChoice | ValueChoice).read(draft) ?? null;
    return {
      id,
      clause,
      question,
      ...(alternatives === undefined ? { value: { ...value } } : { alternatives: named }),
      today: alternatives === undefined ? open() : (named[0]?.name ?? null),
      ...(decided !== undefined && { decided: { ...decided } }),
    };
  });
  return { ...(profile !== undefined && { profile: profile.name }), choices };
}
