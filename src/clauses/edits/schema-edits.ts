import { asItStands, draftIn, isDraft, textIn } from './document-draft.ts';
import type { EditsOf, Draft, Edit } from './document-draft.ts';

/** What is taken as a value, and what an answer holds. */
export const schemaEdits = {
  'create-agent.success.status': {
    ok: asItStands,
    created: (draft) => Reflect.deleteProperty(draft.examples('createAgent', 200), 'created'),
  },
  'create-agent.field.timezone.names': { iana: asItStands, 'any-text': anyText('timezone') },
  'create-agent.field.session-data-webhook.addresses': {
    http: asItStands,
    https: (draft) => {
      const member = fieldIn(draft.schema('AgentChange'), 'session_data_webhook');
      member['x-expected'] = 'an https address, or empty';
      const https = { format: 'web-address', pattern: '^[hH][tT][tT][pP][sS]:' };
      member['x-assumed'] = { anyOf: [{ maxLength: 0 }, https] };
    },
    'any-text': anyText('session_data_webhook'),
  },
  'agent.name.rule': {
    'hundred-characters': asItStands,
    'two-hundred-fifty-five-characters': longestName(255),
    'fifty-characters': longestName(50),
  },
  'createagentorupdate.agent-name.empty': {
    missing: asItStands,
    invalid: (draft) => {
      Reflect.deleteProperty(fieldIn(draft.schema('AgentForm'), 'basic_details[agent_name]'), 'x-counts-as-absent');
    },
  },
  'createagentorupdate.chatbot-image.types': {
    'png-jpeg-gif-webp': asItStands,
    'png-jpeg': (draft) => {
      encodingOf(draft, 'basic_details[chatbot_image]')['contentType'] = 'text/plain, image/png, image/jpeg';
    },
  },
  'createagentorupdate.tools.is-enabled': {
    enabled: asItStands,
    disabled: (draft) => {
      for (const list of ['tools', 'sub_agents']) {
        fieldIn(draft.schema('AgentForm'), `knowledge_base[${list}][0][isEnabled]`)['x-when-absent'] = false;
      }
    },
  },
  'createagentorupdate.files.detection': {
    'name-and-content': asItStands,
    name: (draft) => (draftIn(encodingOf(draft, 'FILE_KNOWLEDGE_BASES'), 'x-reading')['looksInside'] = false),
  },
  'createagentorupdate.files.empty.answer': {
    refused: asItStands,
    taken: (draft) => (draftIn(encodingOf(draft, 'FILE_KNOWLEDGE_BASES'), 'x-reading')['takesEmpty'] = true),
  },
  'campaign-force-completed.campaign-id.empty': { missing: asItStands, invalid: emptyIsInvalid('campaign_id') },
  'campaign-force-completed.campaign-status.empty': { missing: asItStands, invalid: emptyIsInvalid('campaign_status') },
  'agent-update.success': {
    'message-and-id': asItStands,
    message: success('updateAgent', 'updated', { message: 'Agent updated successfully' }),
    'empty-object': success('updateAgent', 'updated', {}),
    'no-content': (draft) => {
      const responses = draftIn(draft.operation('updateAgent'), 'responses');
      Reflect.deleteProperty(responses, '200');
      responses['204'] = { description: 'The agent was updated', 'x-clauses': ['agent-update.success'] };
    },
  },
  'verify.success.body': {
    envelope: asItStands,
    message: success('verifyToken', 'valid', { message: 'Token is valid' }),
    'empty-object': success('verifyToken', 'valid', {}),
    empty: (draft) => Reflect.deleteProperty(draft.response('verifyToken', 200), 'content'),
  },
  'audience-list.item.duration.form': {
    clock: asItStands,
    minutes: durationsLike('^(\\d{2,}:[0-5]\\d)?$', '02:14'),
    seconds: durationsLike('^\\d*$', '134'),
    words: durationsLike('^(\\d+m \\d+s)?$', '2m 14s'),
  },
} satisfies EditsOf;

type DocumentDraft = Parameters<Edit>[0];

function fieldIn(schema: Draft, name: string): Draft {
  return draftIn(draftIn(schema, 'properties'), name);
}

function anyText(name: string): Edit {
  return (draft) => {
    const member = fieldIn(draft.schema('AgentChange'), name);
    for (const keyword of ['x-assumed', 'x-expected']) Reflect.deleteProperty(member, keyword);
  };
}

function longestName(length: number): Edit {
  return (draft) => {
    const schema = draft.schema('AgentName');
    draftIn(schema, 'x-assumed')['maxLength'] = length;
    schema['x-expected'] = textIn(schema, 'x-expected').replace('100', String(length));
  };
}

function encodingOf(draft: DocumentDraft, field: string): Draft {
  const content = draftIn(draftIn(draft.operation('createAgentOrUpdate'), 'requestBody'), 'content');
  return draftIn(draftIn(draftIn(content, 'multipart/form-data'), 'encoding'), field);
}

function emptyIsInvalid(name: string): Edit {
  return (draft) => {
    Reflect.deleteProperty(fieldIn(draft.schema('CampaignStatusChange'), name), 'x-counts-as-absent');
  };
}

/** The answer of success is this: the specification does not show it. */
function success(id: 'updateAgent' | 'verifyToken', example: string, value: Draft): Edit {
  return (draft) => {
    draft.json(id, 200)['schema'] = { description: 'The specification does not show this body.' };
    draft.response(id, 200)['x-members'] = Object.keys(value);
    draftIn(draft.examples(id, 200), example)['value'] = value;
  };
}

function durationsLike(pattern: string, example: string): Edit {
  return (draft) => {
    const page = draftIn(draftIn(draft.examples('listAudience', 200), 'full'), 'value');
    for (const item of Array.isArray(page['datalist']) ? page['datalist'] : []) {
      if (isDraft(item)) item['duration'] = example;
    }
    draftIn(fieldIn(draft.schema('AudienceItem'), 'duration'), 'x-assumed')['pattern'] = pattern;
  };
}
