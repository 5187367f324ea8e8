const text = { type: 'string', minLength: 1 } as const;
// An optional token is empty if its variable is absent.
const token = { type: 'string' } as const;
const id = { type: 'integer', minimum: 1 } as const;
const texts = { type: 'array', items: text } as const;
const ids = { type: 'array', items: id } as const;
const open = { type: 'object' } as const;

function section(properties: Readonly<Record<string, object>>, required: readonly string[] = []): object {
  return { type: 'object', additionalProperties: false, properties, required };
}

/** In ISO 8601, with an offset. */
const moment = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$';

const campaign = section({ id, agent: id }, ['id']);

const status = { enum: ['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted'] };

/** JSON Schema of the configuration file. */
export const settingsSchema: object = section({
  base_url: text,
  api_url: text,
  alt_url: text,
  token: text,
  expired_token: token,
  second_workspace: section({ token }),
  login: section({
    ...{ token, expired_token: token, token_without_api_token: token },
    ...{ newest_api_token: token, older_api_token: token },
  }),
  workspace: section({ voice_analysis: { type: 'boolean' } }),
  providers: section({ supported: texts, listed: texts, not_set_up: text }),
  numbers: section({ owned: texts, inactive: texts, shared: texts }),
  agents: section({
    uuid: { type: 'string', pattern: '\\{id\\}' },
    read: {
      type: 'array',
      items: section(
        { id, campaigns: { type: 'object', additionalProperties: status }, has_audience: { type: 'boolean' } },
        ['id'],
      ),
    },
    draft_with_inactive_number: id,
    draft_with_shared_number: id,
  }),
  campaigns: section({
    read: ids,
    foreign: id,
    disposable: { type: 'array', items: { anyOf: [id, campaign] } },
    disposable_paused: campaign,
    disposable_draft: campaign,
    disposable_deleted: campaign,
    known_attempt: section({ campaign: id, record: id, at: { type: 'string', pattern: moment } }, [
      'campaign',
      'record',
      'at',
    ]),
    changeable: section({ id, agent: id, status: { enum: ['draft', 'hold', 'pause'] } }, ['id', 'status']),
  }),
  values: section({ voice: open, speech_to_text: open, llm: open, tools: ids, sub_agents: ids, dispositions: texts }),
  headers: { type: 'object', additionalProperties: { type: 'string' } },
  timeout: { type: 'integer', minimum: 1 },
  rate_limit: { type: ['number', 'null'], exclusiveMinimum: 0 },
  concurrency: { type: 'integer', minimum: 1, maximum: 64 },
  ledger: text,
});
