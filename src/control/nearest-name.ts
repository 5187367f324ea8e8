/** Of the names the one that has most parts in common with what was asked for. */
export function nearestName(asked: string, names: readonly string[]): string {
  const parts = new Set(asked.toLowerCase().split(/[^a-z0-9]+/));
  const common = (name: string) => [...new Set(name.split(/[.-]/))].filter((part) => parts.has(part)).length;
  return names.reduce((best, name) => (common(name) > common(best) ? name : best), names[0] ?? '');
}
