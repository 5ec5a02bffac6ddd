import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export const MAIN = path.resolve(import.meta.dirname, '../../src/start.js')

/** A service in a process of its own, as `npm start` makes it. */
export interface Service {
  process: ChildProcess
  output(): string
  /** The base URL, when the service listens. */
  ready: Promise<string>
  exit: Promise<number | null>
}

export function startService(env: Record<string, string>): Service {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ready = Promise.withResolvers<string>()
  ready.promise.catch(() => undefined)
  const read = (chunk: Buffer) => {
    text += chunk.toString()
    const url = /API\s+(http:\S+)\/api\/v1/.exec(text)?.[1]
    if (url) ready.resolve(url)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const exit = once(child, 'close').then(([code]) => {
    ready.reject(new Error(text))
    return code as number | null
  })
  return { process: child, output: () => text, ready: ready.promise, exit }
}
