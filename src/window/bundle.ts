import path from 'node:path'
import { type Packed, pack } from '../platform/http/packed.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../clients/window')

/** The style sheets: of each page, of people who have signed in, of companies. */
export type Sheet = 'style' | 'own' | 'office'

const TYPES: Record<string, string> = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' }

export interface Bundle {
  /** By their names, which contain hashes of their contents. */
  assets: Map<string, Packed>
  /** Address of the script that the page loads. */
  script: string
  /** Addresses of the style sheets: that of the page, and those that screens load. */
  sheets: Record<Sheet, string>
}

/**
 * Makes the files that browsers load from the modules of clients/window. It takes some 0.3 s in processes of its own; the event
 * loop only waits.
 * @throws Error when the modules cannot be read, which is a defect
 */
export async function bundleWindow(): Promise<Bundle> {
  const { build, stop } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [
      path.join(FOLDER, 'src/main.ts'),
      ...['style', 'own', 'office'].map((name) => path.join(FOLDER, `src/${name}.css`)),
    ],
    outdir: '/',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  })
  await stop()
  const packed = outputFiles.map(
    async ({ path: file, contents }) =>
      [path.basename(file), await pack(contents, TYPES[path.extname(file)] ?? '')] as const,
  )
  const assets = new Map(await Promise.all(packed))
  const entry = (name: RegExp): string => {
    const found = [...assets.keys()].find((key) => name.test(key))
    if (found === undefined) throw new Error(`the window has no ${name}`)
    return `/window/${found}`
  }
  const sheet = (name: Sheet): string => entry(new RegExp(`^${name}-.*\\.css$`))
  const sheets = { style: sheet('style'), own: sheet('own'), office: sheet('office') }
  return { assets, script: entry(/^main-.*\.js$/), sheets }
}
