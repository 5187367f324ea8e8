import type { Alternatives } from '../choices.gen.ts';
import type { Edit } from './document-draft.ts';

/** What each alternative of some choices makes of the document. */
export type EditsOf = {
  readonly [Id in keyof Alternatives]?: Readonly<Record<Alternatives[Id], Edit>>;
};
