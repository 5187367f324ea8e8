import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../api/control-client.ts';
import { useSession } from '../session.ts';
import { Button, NumberField } from '../ui/controls.tsx';
import { Panel } from '../ui/panel.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** How far a campaign is, and what takes it further. */
export function CampaignDialling({ campaign }: { readonly campaign: Schemas['Campaign'] }): JSX.Element {
  const { act, control } = useSession();
  const { id, counts, is_dialled, status } = campaign;
  const [attempts, setAttempts] = useState(25);
  const [rate, setRate] = useState(60);
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
      {status === 'inprogress' ? null : (
        <p class="muted">Only a campaign that is in progress can be dialled; set its state above.</p>
      )}
      <div class="row bottom">
        <NumberField label="Attempts" min={1} max={10_000_000} value={attempts} onChange={setAttempts} />
        <Button kind="primary" onClick={() => dial({ attempts })}>
          Dial
        </Button>
        <Button onClick={() => dial({ until: 'done' })}>Dial until done</Button>
      </div>
      <div class="row bottom">
        <NumberField label="Attempts a minute" min={1} max={600_000} value={rate} onChange={setRate} />
        <Button onClick={() => dial({ mode: 'follow-clock', rate })}>
          {is_dialled ? 'Set the rate' : 'Let it run'}
        </Button>
        {is_dialled ? <Button onClick={stop}>Stop</Button> : null}
      </div>
    </Panel>
  );
}
