import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const FOLDER = path.resolve(import.meta.dirname, '../../clients/window')

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const TYPES: Record<string, string> = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' }

/** A file of the window, and the same compressed. */
export interface Asset {
  type: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

export interface Bundle {
  /** By their names, which contain hashes of their contents. */
  assets: Map<string, Asset>
  /** Names of the two files that the page itself loads. */
  script: string
  style: string
}

/**
 * Makes the files that browsers load from the modules of clients/window. It takes some 50 ms in processes of its own; the event
 * loop only waits.
 * @throws Error when the modules cannot be read, which is a defect
 */
export async function bundleWindow(): Promise<Bundle> {
  const { build, stop } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [path.join(FOLDER, 'src/main.ts'), path.join(FOLDER, 'src/style.css')],
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
  const assets = new Map<string, Asset>()
  for (const { path: file, contents } of outputFiles) {
    const plain = Buffer.from(contents)
    const [br, zipped] = await Promise.all([brotli(plain), gzip(plain)])
    assets.set(path.basename(file), { type: TYPES[path.extname(file)] ?? '', plain, br, gzip: zipped })
  }
  const entry = (name: RegExp): string => {
    const found = [...assets.keys()].find((key) => name.test(key))
    if (found === undefined) throw new Error(`the window has no ${name}`)
    return found
  }
  return { assets, script: entry(/^main-.*\.js$/), style: entry(/^style-.*\.css$/) }
}
