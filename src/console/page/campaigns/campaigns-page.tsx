import type { JSX } from 'preact';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { LoadedView } from '../ui/loaded-view.tsx';
import { CampaignStatusMark, Mark } from '../ui/marks.tsx';
import { Empty } from '../ui/notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { AudienceTable } from './audience-table.tsx';
import { CampaignDialling } from './campaign-dialling.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** The campaigns, and one of them with its audience and what can be done to it. */
export function CampaignsPage(): JSX.Element {
  const { control, live, router } = useSession();
  const loaded = useLoaded('campaigns', live.revision.value, async () => {
    const { campaigns } = await answerOf(control.GET('/__mock/campaigns'));
    return campaigns;
  });
  const openedId = Number(router.route.value.steps[1] ?? Number.NaN);
  return (
    <div class={`split ${Number.isNaN(openedId) ? '' : 'with-detail'}`}>
      <div class="split-list">
        <div class="page-head">
          <h1>Campaigns</h1>
        </div>
        <LoadedView loaded={loaded} name="campaigns">
          {(campaigns) =>
            campaigns.length === 0 ? (
              <Empty title="No campaigns in this world">The scenario has none; the API cannot make any.</Empty>
            ) : (
              <ul class="cards">
                {campaigns.map((campaign) => (
                  <CampaignCard key={campaign.id} campaign={campaign} isOpened={campaign.id === openedId} />
                ))}
              </ul>
            )
          }
        </LoadedView>
      </div>
      {loaded.state !== 'ready' || Number.isNaN(openedId) ? null : (
        <OpenedCampaign key={openedId} id={openedId} campaigns={loaded.value} />
      )}
    </div>
  );
}

interface CampaignCardProps {
  readonly campaign: Schemas['Campaign'];
  readonly isOpened: boolean;
}

function CampaignCard({ campaign, isOpened }: CampaignCardProps): JSX.Element {
  const { router } = useSession();
  const { id, name, status, counts, workspace_id, is_dialled } = campaign;
  return (
    <li>
      <a class="card" href={router.link(`campaigns/${id}`)} aria-current={isOpened ? 'true' : undefined}>
        <span class="card-head">
          <strong>{name}</strong>
          <CampaignStatusMark status={status} />
        </span>
        <span class="muted number">
          {id} · workspace {workspace_id} · {counts.total.toLocaleString('en')} records{' '}
          {is_dialled ? <Mark tone="accent">dialling</Mark> : null}
        </span>
        <ProgressBar counts={counts} />
      </a>
    </li>
  );
}

interface OpenedCampaignProps {
  readonly id: number;
  readonly campaigns: readonly Schemas['Campaign'][];
}

function OpenedCampaign({ id, campaigns }: OpenedCampaignProps): JSX.Element {
  const { router } = useSession();
  const campaign = campaigns.find((one) => one.id === id);
  return (
    <article class="split-detail" aria-label={`Campaign ${id}`}>
      <a class="back" href={router.link('campaigns')}>
        ← All campaigns
      </a>
      {campaign === undefined ? (
        <Empty title={`There is no campaign ${id} in this world`} />
      ) : (
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
          <CampaignDialling campaign={campaign} />
          <AudienceTable campaign={campaign} />
        </>
      )}
    </article>
  );
}
