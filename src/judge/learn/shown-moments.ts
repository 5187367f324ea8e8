import { formatOfMark } from '../../document/shown-moments.ts';
import type { ShownValue } from '../../document/shown-values.ts';
import { isJsonObject, stepsOf, type Json } from '../../json/json-value.ts';
import type { Sources } from './sources.ts';

/** A rule with the moments that stand for any as moments of the answer: of its own that are called alike, or of now. */
export function withMoments(rule: ShownValue, pointer: string, sources: Sources): ShownValue {
  const { constant, cases, fields } = rule;
  const made = constant === undefined ? undefined : ruleOfMoment(constant, pointer, sources);
  const { constant: _, ...others } = rule;
  return {
    ...(made === undefined ? rule : { ...others, ...made }),
    ...(cases && {
      cases: cases.map(({ is, shown, ...rest }) => {
        const ofCase = shown === undefined ? undefined : ruleOfMoment(shown, pointer, sources);
        return ofCase === undefined ? { is, ...(shown !== undefined && { shown }), ...rest } : { is, rule: ofCase };
      }),
    }),
    ...(fields && {
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, each]) => [name, withMoments(each, `${pointer}/${name}`, sources)]),
      ),
    }),
  };
}

function ruleOfMoment(mark: Json, pointer: string, sources: Sources): ShownValue | undefined {
  const format = isJsonObject(mark) ? undefined : formatOfMark(mark);
  if (format === undefined) return undefined;
  const [what] = partsOfName(stepsOf(pointer).at(-1));
  const own = [...sources].find(([name, value]) => {
    const isOwn = name.startsWith('data.') && typeof value === 'string' && value.startsWith('9999-99-99T');
    return isOwn && partsOfName(name.split('.').at(-1))[0] === what;
  });
  return { of: own?.[0] ?? 'now', ...format };
}

/** `updated`, `epoch` of `updated_epoch` and `updatedEpoch`. */
function partsOfName(name = ''): readonly string[] {
  return name.split(/_|(?=[A-Z])/).map((word) => word.toLowerCase());
}
