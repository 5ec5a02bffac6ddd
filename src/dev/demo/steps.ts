import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'

/** The demo's request: checks the status, and parses the answer. */
export type Call = <T extends z.ZodType>(
  expected: number,
  method: string,
  path: string,
  data: T,
  options?: { token?: string; body?: unknown },
) => Promise<z.infer<T>>

/** Context of the steps of the demo. */
export interface Demo {
  call: Call
  say: (step: string, detail: unknown) => void
  /** Tokens. */
  support: string
  owner: string
  guest: string
}

const WAIT_TIMEOUT_MS = 30_000

/** Waits until something has happened. @throws Error after half a minute. */
export async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < WAIT_TIMEOUT_MS; waited += 200) {
    if (await isDone()) return
    await delay(200)
  }
  throw new Error(`${what} did not arrive`)
}
