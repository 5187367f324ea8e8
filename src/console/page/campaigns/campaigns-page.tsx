import type { JSX } from 'preact';
import { type Schemas, dataFrom } from '../api/send-request.ts';
import { AudienceTable } from './audience-table.tsx';
import { useSession } from '../session.ts';
import { CampaignStatusMark, Mark } from '../ui/code.tsx';
import { Button, NumberField, Panel, useFields } from '../ui/controls.tsx';
import { ConfirmButton, useFresh } from '../ui/notice.tsx';
import { useRequester } from '../ui/requester.tsx';
import { RecordsPage } from '../ui/split-page.tsx';
import { campaignTransitions } from '../../../domain/campaigns/campaign-status.ts';

/** The campaigns, and one of them with its audience and what can be done to it. */
export function CampaignsPage(): JSX.Element {
  const { control } = useSession();
  const loaded = useFresh('campaigns', async () => (await dataFrom(control.GET('/__mock/campaigns'))).campaigns);
  return (
    <RecordsPage
      title="Campaigns"
      noun="campaign"
      loaded={loaded}
      empty="The scenario has none; the API cannot make any."
      searched={({ id, name, status, workspace_id, agent_id }) => [
        ...[id, name, status, `workspace ${workspace_id}`, `agent ${agent_id}`],
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
      <header class="detail-head stack close">
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

/** What a state is asked for by, and what that is called. */
const verbs: Readonly<Record<string, string>> = { inprogress: 'Resume', hold: 'Hold', pause: 'Pause' };

/** The state of a campaign, set by the real request of the API: resumed, held, paused or completed for ever. */
function CampaignState({ campaign: { id, name, counts, status, workspace_id } }: CampaignProps): JSX.Element {
  const { picker, isReady, ask, outcome } = useRequester({ workspaceId: workspace_id });
  const send = (verb: string, to: string) => {
    const body = { campaign_id: id, campaign_status: to };
    return ask(`${verb}: campaign-force-completed`, 'forceCompleteCampaign', { body });
  };
  const ways = waysFrom(status);
  const isOver = ways.length === 0;
  return (
    <Panel title="State">
      <div class="row bottom">
        {picker}
        {ways
          .filter((to) => verbs[to] !== undefined)
          .map((to) => {
            const verb = status === 'draft' && to === 'inprogress' ? 'Start' : (verbs[to] ?? to);
            return <Button text={verb} key={to} disabled={!isReady} onClick={() => send(verb, to)} />;
          })}
        {isOver ? null : (
          <ConfirmButton
            text="Force-complete…"
            kind="danger"
            disabled={!isReady}
            title={`Force-complete ${name}?`}
            action="Force-complete"
            onConfirm={() => send('Force-complete', 'force_completed')}
          >
            <p>
              {(counts.fresh + counts.inqueue).toLocaleString('en')} records that are fresh or in queue become halted.{' '}
              <strong>This cannot be undone</strong>: the campaign cannot be resumed. Take a snapshot first to come back
              to.
            </p>
          </ConfirmButton>
        )}
      </div>
      {isOver ? <p class="muted">This state is final: no request changes it.</p> : null}
      {outcome}
    </Panel>
  );
}

/** The states that a request leads to. */
function waysFrom(status: string): readonly string[] {
  return campaignTransitions().flatMap((way) => ('to' in way && way.from === status ? [way.to] : []));
}

/** How far a campaign is, and what takes it further. */
function CampaignDialling({ campaign }: CampaignProps): JSX.Element {
  const { act, control } = useSession();
  const { id, counts, is_dialled, status } = campaign;
  const { values, field } = useFields({ attempts: 25, rate: 60 });
  const { attempts, rate } = values;
  const canDial = status === 'inprogress';
  const params = { path: { campaign_id: id } };
  const dial = (body: Schemas['DialOrder']) =>
    act(
      () => control.POST('/__mock/campaigns/{campaign_id}/dial', { params, body }),
      ({ following, attempts_made, is_done }) =>
        body.mode === undefined
          ? `${attempts_made} attempts made${is_done ? '; no record can be called any more' : ''}.`
          : `Dialling follows the clock, ${following?.rate ?? rate} attempts a minute.`,
    );
  const stop = () => act(() => control.DELETE('/__mock/campaigns/{campaign_id}/dial', { params }), 'Dialling stopped.');
  return (
    <Panel title="Progress" aside={<span class="muted number">{counts.total.toLocaleString('en')} records</span>}>
      <ProgressBar counts={counts} hasLegend />
      {canDial ? null : <p class="muted">Only a campaign that is in progress can be dialled.</p>}
      <div class="row bottom">
        <NumberField label="Attempts" min={1} max={10_000_000} {...field('attempts')} />
        <Button text="Dial" kind="primary" disabled={!canDial} onClick={() => dial({ attempts })} />
        <Button text="Dial until done" disabled={!canDial} onClick={() => dial({ until: 'done' })} />
      </div>
      <div class="row bottom">
        <NumberField label="Attempts a minute" min={1} max={600_000} {...field('rate')} />
        <Button
          text={is_dialled ? 'Set the rate' : 'Let it run'}
          disabled={!canDial}
          onClick={() => dial({ mode: 'follow-clock', rate })}
        />
        {is_dialled ? <Button text="Stop" onClick={stop} /> : null}
      </div>
    </Panel>
  );
}

interface ProgressBarProps {
  readonly counts: Schemas['AudienceCounts'];
  /** With a legend that has the numbers. */
  readonly hasLegend?: boolean;
}

const parts = [
  { key: 'completed', name: 'Completed', tone: 'good' },
  { key: 'inqueue', name: 'Inqueue', tone: 'accent' },
  { key: 'fresh', name: 'Fresh', tone: '' },
  { key: 'halted', name: 'Halted', tone: 'bad' },
] as const;

/** How many records of an audience are in which status. */
function ProgressBar({ counts, hasLegend = false }: ProgressBarProps): JSX.Element {
  const words = parts.map(({ key, name }) => `${counts[key]} ${name}`).join(', ');
  return (
    <span class="stack close">
      <span class="bar" role="img" aria-label={counts.total === 0 ? 'No records' : words}>
        {parts
          .filter(({ key }) => counts[key] > 0)
          .map(({ key, tone }) => (
            <span key={key} class={tone} style={{ flexGrow: counts[key] }} />
          ))}
      </span>
      {hasLegend ? (
        <span class="row">
          {parts.map(({ key, name, tone }) => (
            <span key={key}>
              <span class={`dot ${tone}`} /> {name} <strong class="number">{counts[key].toLocaleString('en')}</strong>
            </span>
          ))}
        </span>
      ) : null}
    </span>
  );
}
