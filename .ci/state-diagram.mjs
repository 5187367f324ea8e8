import { readFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';

const between = /(<!-- state-diagram:start -->\n)[^]*(<!-- state-diagram:end -->)/;

/** The architecture page with the diagram of the agent's states as the transition table has it. */
export async function architecturePage(source, page) {
  const bundle = await rolldown({ input: source, platform: 'node' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  const { stateDiagram } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  const text = await readFile(page, 'utf8');
  return text.replace(between, `$1\n\`\`\`mermaid\n${stateDiagram()}\n\`\`\`\n\n$2`);
}
