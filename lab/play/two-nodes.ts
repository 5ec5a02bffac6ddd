import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Agent, fetch } from 'undici'

const REQUESTS_A_SECOND = 12
const CLIENT_TIMEOUT_MS = 70_000
/** Above this, somebody who waits believes that the service is away. */
const LONG_MS = 5_000

interface Options {
  api: string
  dispatcher: Agent
  /** An owner and a published home of theirs. */
  token: string
  home: string
}

/** Requests at a fixed rate, whatever becomes of the ones before: how many there were, how long they took, and how they ended. */
export interface Answers {
  requests: number
  /** Answered after five seconds or later. */
  long: number
  longestSeconds: number
  /** Everything but success and refusals of the request itself, by method and status. */
  failed: Map<string, number>
}

/** Begins to ask; the returned function ends it, and waits for the last answers. Seven in ten are searches. */
export function askSteadily({ api, dispatcher, token, home }: Options): () => Promise<Answers> {
  const answers: Answers = { requests: 0, long: 0, longestSeconds: 0, failed: new Map() }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const kinds = [
    { method: 'POST', path: `/properties/${home}/favorite`, headers },
    { method: 'PUT', path: `/properties/${home}`, headers, body: JSON.stringify({ title: 'Maison de la pièce' }) },
    { method: 'DELETE', path: `/notifications/${randomUUID()}`, headers },
    ...Array.from({ length: 7 }, () => ({ method: 'GET', path: '/properties/search?country_id=FR&adults=2' })),
  ]
  async function ask({ path, ...init }: (typeof kinds)[number]): Promise<void> {
    const begun = performance.now()
    const signal = AbortSignal.timeout(CLIENT_TIMEOUT_MS)
    const outcome = await fetch(`${api}${path}`, { ...init, dispatcher, signal }).then(
      async (answer) => {
        await answer.text()
        return answer.status < 500 ? undefined : String(answer.status)
      },
      () => 'cut off',
    )
    const ms = performance.now() - begun
    if (ms > LONG_MS) answers.long++
    answers.longestSeconds = Math.max(answers.longestSeconds, Math.round(ms / 100) / 10)
    const name = `${init.method} ${outcome}`
    if (outcome !== undefined) answers.failed.set(name, (answers.failed.get(name) ?? 0) + 1)
  }
  const open = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const kind = kinds[answers.requests++ % kinds.length]
    assert(kind)
    const asked = ask(kind)
    open.add(asked)
    void asked.finally(() => open.delete(asked))
  }, 1_000 / REQUESTS_A_SECOND)
  return async () => {
    clearInterval(timer)
    await Promise.all(open)
    return answers
  }
}

/** One line for people. */
export const inWords = ({ requests, long, longestSeconds, failed }: Answers): string =>
  `${requests} requests, ${long} over five seconds, the longest ${longestSeconds} s; failed: ${
    [...failed].map(([kind, count]) => `${count} x ${kind}`).join(', ') || 'none'
  }`

const HANG_MS = 40_000

/** Stops one of two nodes in the middle of its work, as a machine does whose disk hangs, and lets it go on. */
export async function hang(
  options: Options,
  node: { child: { kill(signal: NodeJS.Signals): boolean } },
): Promise<Answers> {
  const end = askSteadily(options)
  await delay(3_000)
  node.child.kill('SIGSTOP')
  await delay(HANG_MS)
  node.child.kill('SIGCONT')
  await delay(3_000)
  return end()
}
