import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { z } from 'zod'

/** Nanoseconds of a clock that all processes of a machine share, as milliseconds. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6

/** Messages between the processes of this benchmark: a numbered question, and its answer. */
const messageSchema = z.object({ id: z.int(), name: z.string(), values: z.record(z.string(), z.number()) })

export type Values = Record<string, number>

/** A process of this benchmark, which answers questions. */
export interface Child {
  /** Asks, and waits for the answer. */
  ask(name: string, values?: Values): Promise<Values>
  stop(): void
}

export async function startChild(
  script: string,
  env: Record<string, string>,
  execArgv = ['--expose-gc'],
): Promise<Child> {
  const child: ChildProcess = fork(path.resolve(import.meta.dirname, script), {
    env: { PATH: process.env.PATH, ...env },
    execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const open = new Map<number, (values: Values) => void>()
  let last = 0
  const exit = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)))
  })
  exit.catch(() => undefined)
  child.on('message', (raw) => {
    const { id, values } = messageSchema.parse(raw)
    open.get(id)?.(values)
    open.delete(id)
  })
  const ask = (name: string, values: Values = {}) => {
    const id = ++last
    const answer = new Promise<Values>((resolve) => open.set(id, resolve))
    child.send({ id, name, values })
    return Promise.race([answer, exit])
  }
  await ask('ready')
  return { ask, stop: () => child.kill('SIGKILL') }
}

/** Answers the questions of the parent process. */
export function answerWith(handlers: Record<string, (values: Values) => Promise<Values> | Values>): void {
  process.on('message', async (raw) => {
    const { id, name, values } = messageSchema.parse(raw)
    const answer = await handlers[name]?.(values)
    process.send?.({ id, name, values: answer ?? {} })
  })
}

/** The memory of a server after a collection. */
export function memory(): Values {
  // The last resort also gives pages back that garbage has left.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, rss }
}

/** The milliseconds of processor time that a server has used. */
export function processor(): Values {
  const { user, system } = process.cpuUsage()
  return { cpu: (user + system) / 1000 }
}
