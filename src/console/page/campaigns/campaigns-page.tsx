import type { JSX } from 'preact';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { CampaignStatusMark, Mark } from '../ui/answer.tsx';
import { SplitPage } from '../ui/split-page.tsx';
import { useLoaded } from '../ui/notice.tsx';
import { AudienceTable } from './audience-table.tsx';
import { CampaignDialling, CampaignState, ProgressBar } from './campaign-state.tsx';

/** The campaigns, and one of them with its audience and what can be done to it. */
export function CampaignsPage(): JSX.Element {
  const { control, live } = useSession();
  const loaded = useLoaded('campaigns', live.revision.value, async () => {
    const { campaigns } = await answerOf(control.GET('/__mock/campaigns'));
    return campaigns;
  });
  return (
    <SplitPage
      title="Campaigns"
      noun="campaign"
      loaded={loaded}
      empty="The scenario has none; the API cannot make any."
      searched={({ id, name, status, workspace_id, agent_id }) => [
        id,
        name,
        status,
        `workspace ${workspace_id}`,
        `agent ${agent_id}`,
      ]}
      card={(campaign) => <CampaignCard campaign={campaign} />}
      detail={(campaign) => <CampaignDetail campaign={campaign} />}
    />
  );
}

interface CampaignProps {
  readonly campaign: Schemas['Campaign'];
}

function CampaignCard({ campaign }: CampaignProps): JSX.Element {
  const { id, name, status, counts, workspace_id, is_dialled } = campaign;
  return (
    <>
      <span class="card-head">
        <strong>{name}</strong>
        <CampaignStatusMark status={status} />
      </span>
      <span class="muted number">
        {id} · workspace {workspace_id} · {counts.total.toLocaleString('en')} records{' '}
        {is_dialled ? <Mark tone="accent">dialling</Mark> : null}
      </span>
      <ProgressBar counts={counts} />
    </>
  );
}

function CampaignDetail({ campaign }: CampaignProps): JSX.Element {
  const { router } = useSession();
  return (
    <>
      <header class="detail-head">
        <h2>{campaign.name}</h2>
        <div class="row">
          <CampaignStatusMark status={campaign.status} />
          <span class="number">{campaign.id}</span>
          <a href={router.link(`agents/${campaign.agent_id}`)}>agent {campaign.agent_id}</a>
          <span class="muted">workspace {campaign.workspace_id}</span>
          <span class="muted">{campaign.attempts_allowed} attempts per record</span>
        </div>
      </header>
      <CampaignState campaign={campaign} />
      <CampaignDialling campaign={campaign} />
      <AudienceTable campaign={campaign} />
    </>
  );
}
