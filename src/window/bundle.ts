import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Packed, pack } from '../platform/http/packed.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** The folder for what `npm run build` makes; `npm ci` empties it. */
export const MADE = path.join(ROOT, 'node_modules/.cache/sejour/window')

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

/** The files of the window: those that `npm run build` has made, or made on a developer's machine. @throws Error of esbuild. */
export async function bundleWindow(production: boolean): Promise<Bundle> {
  const files = production ? await readWindow() : await makeWindow()
  const packed = [...files].map(
    async ([name, contents]) => [name, await pack(contents, TYPES[path.extname(name)] ?? '')] as const,
  )
  const assets = new Map(await Promise.all(packed))
  const address = (name: string, extension: string): string => {
    const found = [...assets.keys()].find((key) => key.startsWith(`${name}-`) && key.endsWith(extension))
    if (found === undefined) throw new Error(`the window has no ${name}${extension}`)
    return `/window/${found}`
  }
  const sheets = { style: address('style', '.css'), own: address('own', '.css'), office: address('office', '.css') }
  return { assets, script: address('main', '.js'), sheets }
}

async function readWindow(): Promise<Map<string, Uint8Array>> {
  const names = await readdir(MADE)
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(MADE, name))] as const)))
}

/** Loads what production does not have. */
async function makeWindow(): Promise<Map<string, Uint8Array>> {
  const maker: typeof import('../../clients/window/build.ts') = await import(`${ROOT}/clients/window/build.ts`)
  return maker.makeWindow()
}
