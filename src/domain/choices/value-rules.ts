/** What a record never called shows. */
export interface NeverCalled {
  readonly last_attempt: string;
  readonly duration: string;
  readonly last_disposition: string;
  readonly last_call_status: string;
}

/** Choices of values that the document does not hold. */
export interface ValueRules {
  /** How many voices a page of the provider has by default; undefined: as the provider's record says. */
  readonly 'voice-list.default-limit': (providerId: string) => number | undefined;
  readonly 'audience-list.item.never-called': NeverCalled;
}

/** The rules with the values that a profile gives, by their choices; today's otherwise. */
export function valueRules(values: ReadonlyMap<string, unknown>): ValueRules {
  const shown = (member: keyof NeverCalled): string => {
    const value = values.get(`audience-list.item.never-called.${member}`);
    return typeof value === 'string' ? value : '';
  };
  return {
    'voice-list.default-limit': (providerId) => {
      const value = values.get(`voice-list.default-limit.${providerId}`);
      return typeof value === 'number' ? value : undefined;
    },
    'audience-list.item.never-called': {
      last_attempt: shown('last_attempt'),
      duration: shown('duration'),
      last_disposition: shown('last_disposition'),
      last_call_status: shown('last_call_status'),
    },
  };
}
