import { rolldown } from 'rolldown';

/** A module of the source with all that it imports, loaded: the generators use the product's own rules. */
export async function importBundled(source) {
  const bundle = await rolldown({ input: source, platform: 'node' });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}
