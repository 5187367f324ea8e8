import type { JSX } from 'preact';
import { type Schemas, dataOf } from '../api/send-request.ts';
import type { DocumentedOperation } from '../api/documented-operations.ts';
import { useSession } from '../session.ts';
import { Button, Panel } from '../ui/controls.tsx';
import { LoadedView, useLoaded } from '../ui/notice.tsx';

const parts = ['operations', 'statuses', 'transitions', 'clauses'] as const;

/** Which documented answers the world's requests have met. */
export function CoverageMatrix(): JSX.Element {
  const { act, control, live, operations } = useSession();
  const loaded = useLoaded('coverage', live.revision.value, async () => {
    const [all, coverage] = await Promise.all([operations(), dataOf(control.GET('/__mock/coverage'))]);
    return { all, coverage };
  });
  const clear = () => act(() => control.DELETE('/__mock/coverage'), 'Coverage begins anew.');
  return (
    <Panel
      title="Coverage"
      aside={
        <Button kind="small" onClick={clear}>
          Count anew
        </Button>
      }
    >
      <LoadedView loaded={loaded} name="coverage">
        {({ all, coverage }) => (
          <>
            <dl class="counts">
              {parts.map((part) => (
                <div key={part}>
                  <dt>{part}</dt>
                  <dd class="number">
                    {coverage[part].covered}
                    <span class="muted"> / {coverage[part].total}</span>
                  </dd>
                </div>
              ))}
              <div>
                <dt>answers by assumption</dt>
                <dd class="number">{coverage.assumed.answers}</dd>
              </div>
            </dl>
            <Matrix operations={all} coverage={coverage} />
          </>
        )}
      </LoadedView>
    </Panel>
  );
}

interface MatrixProps {
  readonly operations: readonly DocumentedOperation[];
  readonly coverage: Schemas['Coverage'];
}

function Matrix({ operations, coverage }: MatrixProps): JSX.Element {
  const missing = new Set(coverage.statuses.missing);
  const statuses = [...new Set(operations.flatMap(({ responses }) => responses.map(({ status }) => status)))].sort(
    (one, other) => one - other,
  );
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label="Coverage of operations and statuses">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            {statuses.map((status) => (
              <th key={status} scope="col" class="number">
                {status}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {operations.map(({ id, responses }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              {statuses.map((status) => {
                const isDocumented = responses.some((response) => response.status === status);
                return (
                  <Cell
                    key={status}
                    state={!isDocumented ? 'none' : missing.has(`${id} ${status}`) ? 'missing' : 'met'}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ state }: { readonly state: 'none' | 'missing' | 'met' }): JSX.Element {
  if (state === 'none') {
    return (
      <td class="not-documented">
        <span class="visually-hidden">not documented</span>
      </td>
    );
  }
  return (
    <td class={state}>
      <span aria-hidden="true">{state === 'met' ? '✓' : '○'}</span>
      <span class="visually-hidden">{state === 'met' ? 'met' : 'not met'}</span>
    </td>
  );
}
