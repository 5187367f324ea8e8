import type { Alternatives } from '../choices.gen.ts';
import type { Edit } from './document-draft.ts';

/** Today's: the document as it stands. */
const asItStands: Edit = () => undefined;

/** The choices that are decided in the document: what each alternative makes of it. */
export const documentEdits = {
  'create-agent.success.status': {
    ok: asItStands,
    created: (draft) => Reflect.deleteProperty(draft.examples('createAgent', 200), 'created'),
  },
} satisfies EditsOf<keyof Alternatives>;

type EditsOf<Id extends keyof Alternatives> = {
  readonly [Choice in Id]?: { readonly [Name in Alternatives[Choice]]: Edit };
};
