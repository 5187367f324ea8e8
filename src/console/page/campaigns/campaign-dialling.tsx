import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../api/control-client.ts';
import { sendRequest, type ApiAnswer } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { AnswerView } from '../ui/answer-view.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Field, Panel } from '../ui/panel.tsx';
import { useToken } from '../ui/token-picker.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** How far a campaign is, and what takes it further. */
export function CampaignDialling({ campaign }: { readonly campaign: Schemas['Campaign'] }): JSX.Element {
  const { control, perform } = useSession();
  const { id, counts, is_dialled, status } = campaign;
  const [attempts, setAttempts] = useState(25);
  const [rate, setRate] = useState(60);
  const params = { path: { campaign_id: id } };
  const dial = (body: Schemas['DialOrder']) =>
    perform(async () => {
      const done = await answerOf(control.POST('/__mock/campaigns/{campaign_id}/dial', { params, body }));
      if (body.mode !== undefined)
        return `Dialling follows the clock, ${done.following?.rate ?? rate} attempts a minute.`;
      return `${done.attempts_made} attempts made${done.is_done ? '; no record can be called any more' : ''}.`;
    });
  const stop = () =>
    perform(async () => {
      await answerOf(control.DELETE('/__mock/campaigns/{campaign_id}/dial', { params }));
      return 'Dialling stopped.';
    });
  return (
    <Panel title="Progress" aside={<span class="muted number">{counts.total.toLocaleString('en')} records</span>}>
      <ProgressBar counts={counts} hasLegend />
      {status === 'inprogress' ? null : <p class="muted">Only a campaign that is in progress can be dialled.</p>}
      <div class="row bottom">
        <Field label="Attempts" class="narrow">
          <input
            type="number"
            min="1"
            max="10000000"
            value={attempts}
            onInput={({ currentTarget }) => setAttempts(currentTarget.valueAsNumber)}
          />
        </Field>
        <button type="button" class="button primary" onClick={() => void dial({ attempts })}>
          Dial
        </button>
        <button type="button" class="button" onClick={() => void dial({ until: 'done' })}>
          Dial until done
        </button>
      </div>
      <div class="row bottom">
        <Field label="Attempts a minute" class="narrow">
          <input
            type="number"
            min="1"
            max="600000"
            value={rate}
            onInput={({ currentTarget }) => setRate(currentTarget.valueAsNumber)}
          />
        </Field>
        <button type="button" class="button" onClick={() => void dial({ mode: 'follow-clock', rate })}>
          {is_dialled ? 'Set the rate' : 'Let it run'}
        </button>
        {is_dialled ? (
          <button type="button" class="button" onClick={() => void stop()}>
            Stop
          </button>
        ) : null}
      </div>
      <ForceComplete campaign={campaign} />
    </Panel>
  );
}

function ForceComplete({ campaign }: { readonly campaign: Schemas['Campaign'] }): JSX.Element {
  const { operations, perform, router } = useSession();
  const { token, picker } = useToken(campaign.workspace_id);
  const [isAsking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<ApiAnswer | undefined>();
  const waiting = campaign.counts.fresh + campaign.counts.inqueue;
  const send = () =>
    perform(async () => {
      const operation = (await operations()).find(({ id }) => id === 'forceCompleteCampaign');
      if (operation === undefined) throw new Error('The document has no operation forceCompleteCampaign.');
      const body = { campaign_id: campaign.id, campaign_status: 'force_completed' };
      setAnswer(await sendRequest({ operation, token, world: router.world.value, body }));
      return undefined;
    });
  return (
    <div class="force-complete">
      <div class="row bottom">
        {picker}
        <button type="button" class="button danger" onClick={() => setAsking(true)}>
          Force-complete…
        </button>
      </div>
      {answer === undefined ? null : <AnswerView title="campaign-force-completed" answer={answer} />}
      {isAsking ? (
        <ConfirmDialog
          title={`Force-complete ${campaign.name}?`}
          action="Force-complete"
          onConfirm={() => void send()}
          onClose={() => setAsking(false)}
        >
          <p>
            {waiting.toLocaleString('en')} records that are fresh or in queue become halted.{' '}
            <strong>This cannot be undone</strong>: the campaign cannot be resumed. Take a snapshot first to come back
            to.
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
