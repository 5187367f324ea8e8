import { asciiEscapes, isUnsafe } from '../../text/escaping.ts';
import { loadYaml } from '../../files/yaml.ts';
import { profileJson, type Profile } from '../../clauses/profile.ts';

/** A profile as YAML to be read and reviewed. */
export function profileText(profile: Profile): string {
  const { Document, visit } = loadYaml();
  const document = new Document(profileJson(profile), { aliasDuplicateObjects: false });
  document.commentBefore =
    ' How a deployment does what the specification leaves open: an OpenAPI Overlay of openapi.yaml.\n Follow it with: voice-agent-mock serve --profile FILE\n Actions without x-learned were written by hand: learning again keeps them.';
  // In double quotes alone an escape stands for a character.
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && isUnsafe(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return asciiEscapes(document.toString({ lineWidth: 0 }));
}
