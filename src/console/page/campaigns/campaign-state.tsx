import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { campaignTransitions } from '../../../domain/campaigns/campaign-status.ts';
import type { Schemas } from '../api/control-client.ts';
import type { ApiAnswer } from '../api/send-request.ts';
import { useSession } from '../session.ts';
import { AnswerView } from '../ui/answer-view.tsx';
import { Button } from '../ui/controls.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Panel } from '../ui/panel.tsx';
import { useToken } from '../ui/token-picker.tsx';

/** What a state is asked for by, and what that is called. */
const verbs: Readonly<Record<string, string>> = { inprogress: 'Resume', hold: 'Hold', pause: 'Pause' };

/** The state of a campaign, set by the real request of the API: resumed, held, paused or completed for ever. */
export function CampaignState({ campaign }: { readonly campaign: Schemas['Campaign'] }): JSX.Element {
  const { perform, request } = useSession();
  const { token, picker } = useToken({ workspaceId: campaign.workspace_id });
  const [isAsking, setAsking] = useState(false);
  const [sent, setSent] = useState<{ readonly name: string; readonly answer: ApiAnswer } | undefined>();
  const send = (name: string, status: string) =>
    perform(async () => {
      const body = { campaign_id: campaign.id, campaign_status: status };
      setSent({ name, answer: await request('forceCompleteCampaign', { token: token ?? '', body }) });
      return undefined;
    });
  return (
    <Panel title="State">
      <div class="row bottom">
        {picker}
        {waysFrom(campaign.status).map((to) => {
          const name = campaign.status === 'draft' && to === 'inprogress' ? 'Start' : (verbs[to] ?? to);
          return (
            <Button key={to} disabled={token === undefined} onClick={() => send(name, to)}>
              {name}
            </Button>
          );
        })}
        <Button kind="danger" disabled={token === undefined} onClick={() => setAsking(true)}>
          Force-complete…
        </Button>
      </div>
      {sent === undefined ? null : <AnswerView title={`${sent.name}: campaign-force-completed`} answer={sent.answer} />}
      {isAsking ? (
        <ForceCompleteDialog
          campaign={campaign}
          onConfirm={() => void send('Force-complete', 'force_completed')}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Panel>
  );
}

/** The states that a campaign goes to and comes back from. */
function waysFrom(status: string): readonly string[] {
  return campaignTransitions().flatMap((way) =>
    'to' in way && way.from === status && verbs[way.to] !== undefined ? [way.to] : [],
  );
}

interface ForceCompleteDialogProps {
  readonly campaign: Schemas['Campaign'];
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function ForceCompleteDialog({ campaign, onConfirm, onClose }: ForceCompleteDialogProps): JSX.Element {
  const waiting = campaign.counts.fresh + campaign.counts.inqueue;
  return (
    <ConfirmDialog
      title={`Force-complete ${campaign.name}?`}
      action="Force-complete"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {waiting.toLocaleString('en')} records that are fresh or in queue become halted.{' '}
        <strong>This cannot be undone</strong>: the campaign cannot be resumed. Take a snapshot first to come back to.
      </p>
    </ConfirmDialog>
  );
}
