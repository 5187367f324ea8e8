import type { SeedKind, SeedTotals } from './plan/seed-batch.ts';

export interface ProgressOutput {
  /** Whether the line can be written over. */
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Tells how far a run is: on a terminal in one line that changes, else in a line every few seconds. */
export interface Progress {
  add(totals: Partial<SeedTotals>): void;
  /** Ends the line; the last numbers stay. */
  end(): void;
}

const labels: Readonly<Record<SeedKind, string>> = {
  workspaces: 'workspaces',
  users: 'users',
  phone_numbers: 'numbers',
  agents: 'agents',
  campaigns: 'campaigns',
  leads: 'records',
};
const terminalPause = 100;
const plainPause = 5000;

/** Progress towards these totals; null for audience records of which nobody knows how many there are. */
export function createProgress(totals: SeedTotals | null, output: ProgressOutput): Progress {
  const kinds = (Object.keys(labels) as SeedKind[]).filter((kind) =>
    totals === null ? kind === 'leads' : totals[kind] > 0,
  );
  const done: Record<SeedKind, number> = {
    workspaces: 0,
    users: 0,
    phone_numbers: 0,
    agents: 0,
    campaigns: 0,
    leads: 0,
  };
  const all = kinds.reduce((sum, kind) => sum + (totals?.[kind] ?? 0), 0);
  const start = output.now();
  let last = output.isTerminal ? -Infinity : start;
  let width = 0;

  const show = (isEnd: boolean): void => {
    const elapsed = (output.now() - start) / 1000;
    const made = kinds.reduce((sum, kind) => sum + done[kind], 0);
    const left = made === 0 || made >= all ? 0 : (elapsed * (all - made)) / made;
    const counts = kinds
      .map((kind) => `${labels[kind]} ${done[kind]}${totals === null ? '' : `/${totals[kind]}`}`)
      .join(', ');
    const isOpen = isEnd || totals === null;
    const time = isOpen ? `${elapsed.toFixed(1)} s` : made === 0 ? 'starting' : `${durationInWords(left)} left`;
    const text = `${counts}: ${time}`;
    if (!output.isTerminal) output.write(`${text}\n`);
    else output.write(`\r${text.padEnd(width)}${isEnd ? '\n' : ''}`);
    width = text.length;
  };

  return {
    add: (more) => {
      for (const kind of kinds) done[kind] += more[kind] ?? 0;
      if (output.now() - last < (output.isTerminal ? terminalPause : plainPause)) return;
      last = output.now();
      show(false);
    },
    end: () => show(true),
  };
}

/** `1 h 5 min`, `3 min 20 s`, `8 s`; rounded up. */
function durationInWords(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return whole >= 60 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${whole} s`;
}
