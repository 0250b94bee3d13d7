// Builds `scrap ui` apart from the rest of the program: ink waits for its layout engine while it is
// loaded, which only an ES module may, and React has to be told that this is no development.
import { join } from 'node:path';

import { rolldown } from 'rolldown';

const FROM = 'src/commands/ui/start.ts';
const FILE = 'ui.mjs';

/** In the program: the screen stays a file of its own, loaded when it is opened. */
export const screenApart = {
  name: 'screen-apart',
  resolveId: (source) =>
    source.endsWith('/ui/start.ts') ? { id: `./${FILE}`, external: true } : undefined,
};

/** What ink would do elsewhere: draw nothing where `CI` is set, and look for React's tools. */
const leaveOut = {
  name: 'leave-out',
  resolveId: (source) =>
    source === 'is-in-ci' || source === './devtools.js' ? `\0${source}` : undefined,
  load: (id) => (id.startsWith('\0') ? 'export default false;' : undefined),
};

/** Writes the screen into `folder` and gives the chunk. Throws where it came to hold a store. */
export async function buildScreen(root, folder) {
  const bundle = await rolldown({
    cwd: root,
    input: { ui: FROM },
    platform: 'node',
    // gray-matter's eval is never reached (src/store/text/front-matter.ts).
    checks: { eval: false },
    plugins: [leaveOut],
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        __SCRAP_VERSION__: '""',
        // The layout engine only asks whether there is one, which makes Node load all of undici.
        fetch: 'undefined',
      },
    },
    // Of packages it is what they say of themselves: ink takes one function of 300 of es-toolkit.
    treeshake: { moduleSideEffects: [{ test: /\/src\//, sideEffects: false }] },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: FILE,
    minify: true,
    codeSplitting: false,
  });
  await bundle.close();
  const [chunk] = output;
  const stray = chunk.moduleIds.find((id) => id.startsWith(join(root, 'src/store/database/')));
  if (stray !== undefined) throw new Error(`the screen was built with ${stray} in it`);
  return chunk;
}
