import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'esbuild'

/** Indentation of sources, which would stand in the markup of templates. */
const INDENTATION = /\n\s+/g

/** Drops the indentation of sources: what is left of it after the bundling is within templates. */
const unindented: Plugin = {
  name: 'unindented',
  setup({ onLoad }) {
    onLoad({ filter: /clients\/window\/src\/.*\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replace(INDENTATION, '\n'),
      loader: 'ts',
    }))
  },
}

/** Bundles the modules of clients/window. */
async function bundle() {
  const { build, stop } = await import('esbuild')
  const made = await build({
    entryPoints: ['main.ts', 'style.css', 'own.css', 'office.css'].map((file) =>
      path.join(import.meta.dirname, 'src', file),
    ),
    outdir: '/',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    plugins: [unindented],
    metafile: true,
    logLevel: 'silent',
  })
  await stop()
  return made
}

/** Makes the files that browsers load, by name. @throws Error that names the place in a module. */
export async function makeWindow(): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await bundle()
  return new Map(outputFiles.map((file) => [path.basename(file.path), file.contents]))
}

/** Names of the packages that the files are made of. */
export async function packagesOfWindow(): Promise<string[]> {
  const { metafile } = await bundle()
  const names = Object.keys(metafile.inputs).map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])
  return [...new Set(names.flat())].sort()
}

/** Writes them into a folder, for production. */
export async function buildWindow(folder: string): Promise<void> {
  const files = await makeWindow()
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const [name, contents] of files) await writeFile(path.join(folder, name), contents)
}
