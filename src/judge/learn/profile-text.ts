import { asciiEscapes, isUnsafe } from '../../text/escaping.ts';
import { loadYaml } from '../../files/yaml.ts';
import type { Choices } from '../../clauses/profile/check-profile.ts';
import { profileJson } from '../../clauses/profile/check-profile.ts';
import type { Profile } from '../../clauses/profile/profile.ts';

/** A profile as YAML to be read and reviewed: above each choice stand its question and its other alternatives. */
export function profileText(profile: Profile, choices: Choices): string {
  const { Document, isMap, isScalar, visit } = loadYaml();
  const document = new Document(profileJson(profile));
  document.commentBefore =
    ' How a deployment does what the specification leaves open. Follow it with: voice-agent-mock serve --profile FILE\n Change an entry by hand with `alternative` or `value` and `by: hand`: learning again keeps it.';
  const listed = document.get('choices');
  for (const { key } of isMap(listed) ? listed.items : []) {
    if (!isScalar(key)) continue;
    const choice = [...choices.values()].find(({ id }) => id === key.value);
    if (choice === undefined) continue;
    const names = [...(choice.alternatives?.keys() ?? [])].join(', ');
    key.spaceBefore = true;
    key.commentBefore = ` ${choice.question}${names === '' ? '' : ` (${names})`}`;
  }
  // In double quotes alone an escape stands for a character.
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && isUnsafe(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return asciiEscapes(document.toString({ lineWidth: 0 }));
}
