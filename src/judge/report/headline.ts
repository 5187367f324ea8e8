import type { Verdict } from './verdict.ts';

/** What came of a run, in one line. */
export function headline({ causes, summary }: Pick<Verdict, 'causes' | 'summary'>): string {
  if (summary.kept + summary.violated === 0) return 'nothing was verified';
  if (causes.length === 0) return `nothing violated, ${summary.kept} rules kept`;
  const rules = `${summary.violated} ${summary.violated === 1 ? 'rule' : 'rules'} violated`;
  return `${rules} by ${causes.length} ${causes.length === 1 ? 'cause' : 'causes'}`;
}

/** `850 ms`, `12 s`, `3 min 20 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
