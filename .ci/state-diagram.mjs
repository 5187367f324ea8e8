import { readFile } from 'node:fs/promises';
import { importBundled } from './bundled-module.mjs';

const between = /(<!-- state-diagram:start -->\n)[^]*(<!-- state-diagram:end -->)/;

/** The architecture page with the diagram of the agent's states as the transition table has it. */
export async function architecturePage(source, page) {
  const { stateDiagram } = await importBundled(source);
  const text = await readFile(page, 'utf8');
  return text.replace(between, `$1\n\`\`\`mermaid\n${stateDiagram()}\n\`\`\`\n\n$2`);
}
