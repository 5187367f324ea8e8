import type { AgentRecord, AgentStatus, PhoneNumberRecord } from '../../domain/records.ts';
import type { Factories } from '../factories/factories.ts';

/** One agent of the default scenario: what is well-known of it, and what it is for. */
interface AgentPlan {
  readonly id: number;
  readonly workspace: number;
  readonly status: AgentStatus;
  readonly profile: string;
  readonly created: string;
  readonly updated?: string;
  readonly agent_type?: number;
}

const plans: readonly AgentPlan[] = [
  { id: 1001, workspace: 101, status: 3, profile: 'dental-reminder', created: '2026-03-02T09:12:44.120Z' },
  { id: 1002, workspace: 101, status: 3, profile: 'loan-follow-up', created: '2026-03-16T14:03:09.455Z' },
  { id: 1003, workspace: 101, status: 3, profile: 'delivery-scheduling', created: '2026-03-31T11:47:26.008Z' },
  {
    id: 1004,
    workspace: 101,
    status: 1,
    profile: 'plan-renewal',
    created: '2026-04-14T08:30:15.731Z',
    updated: '2026-09-22T16:05:52.264Z',
  },
  { id: 1005, workspace: 101, status: 2, profile: 'satisfaction-survey', created: '2026-04-28T10:21:37.910Z' },
  { id: 1006, workspace: 102, status: 3, profile: 'support-callback', created: '2026-05-11T17:55:03.342Z' },
  { id: 1007, workspace: 101, status: 3, profile: 'stay-confirmation', created: '2026-05-26T07:38:19.876Z' },
  { id: 1008, workspace: 101, status: 3, profile: 'admissions', created: '2026-06-09T05:14:58.203Z' },
  { id: 1009, workspace: 101, status: 3, profile: 'order-chat', created: '2026-06-23T18:29:41.667Z', agent_type: 2 },
  {
    id: 1010,
    workspace: 101,
    status: 1,
    profile: 'table-booking',
    created: '2026-07-07T02:44:30.095Z',
    updated: '2026-09-29T06:11:08.518Z',
  },
];

/** The agents of the default scenario, 1001 to 1010. */
export function buildDefaultAgents(factories: Factories): AgentRecord[] {
  return plans.map(({ id, workspace, status, profile, created, updated, agent_type = 3 }) => {
    const agent = factories.agent.build(
      {
        id,
        workspace_id: workspace,
        creator_user_id: workspace - 100,
        status,
        agent_type,
        created_on: created,
        updated_on: updated ?? created,
        has_been_updated: updated !== undefined,
      },
      { profile },
    );
    return id === 1004 ? withEverything(agent) : agent;
  });
}

/** The numbers of the default scenario: those attached to agents, then the free ones. */
export function buildDefaultNumbers(factories: Factories): PhoneNumberRecord[] {
  const number = (id: string, workspace: number | null, agent: number | null, place = 0, isActive = true) =>
    factories.phoneNumber.build({ id, workspace_id: workspace, agent_id: agent, position: place, is_active: isActive });

  return [
    number('+15550001002', 101, 1002),
    number('+15550001003', null, 1003),
    number('+15550001004', 101, 1004),
    number('+15550001006', 102, 1006),
    number('+15550001007', 101, 1007, 0, false),
    number('+15550001008', 101, 1008, 0),
    number('+15550001098', null, 1008, 1),
    number('+15550001010', 101, 1010),
    number('+15550009001', 101, null),
    number('+15550009002', null, null),
    number('+15550009003', 102, null),
    number('+15550009004', 101, null),
  ];
}

/** The agent that examples show has something in every list. */
function withEverything(agent: AgentRecord): AgentRecord {
  return {
    ...agent,
    webhook_url: 'https://hooks.acme.example/agents/1004',
    configuration: {
      ...agent.configuration,
      skills: [
        { id: 1, name: 'Transfer to a person', isEnabled: true },
        { id: 2, name: 'Send a text message', isEnabled: true },
      ],
      trigger: 'outbound_call',
    },
    knowledge_base: {
      ...agent.knowledge_base,
      links: [{ id: 1, url: 'https://www.acme.example/plans' }],
      pages: [{ id: 1, title: 'Questions and answers', url: 'https://www.acme.example/plans/faq' }],
      tools: [
        { id: 301, isEnabled: true },
        { id: 302, isEnabled: false },
      ],
      sub_agents: [{ id: 1008, isEnabled: true }],
    },
    integrated_custom_events: {
      toolHttpRequest: [
        { id: 1, name: 'Look up the plan', method: 'GET', url: 'https://api.acme.example/plans/{{plan_name}}' },
      ],
    },
  };
}
