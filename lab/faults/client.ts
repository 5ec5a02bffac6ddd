import { setTimeout as delay } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { z } from 'zod'
import type { Random } from '../../tests/support/random.ts'
import type { Entry, Outcome, Recorder, Request, Value } from './history.ts'

/** A client as the documentation asks for it: the same key with each attempt, pauses in between, and patience. */

const ATTEMPT_MS = 15_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 4_000
/** Longer than the minute after which a key of a dead node is free. */
export const PATIENCE_MS = 120_000

/** One attempt: its status, 0 without an answer. */
export interface Attempt {
  status: number
  body: unknown
}

const refusal = z.looseObject({ code: z.string() })

export const codeOf = (body: unknown): string => {
  const parsed = refusal.safeParse(body)
  return parsed.success ? parsed.data.code : ''
}

const IN_PROGRESS = 'idempotency_in_progress'
const ANSWER_LOST = 'idempotency_answer_lost'

/** A node whose clock is ahead refuses tokens that the others accept. */
const INVALID_TOKEN = 'invalid_token'

/** True if an answer says "later" or "elsewhere", or is none. Pure. */
export const isToRetry = ({ status, body }: Attempt): boolean =>
  status === 0 || status === 429 || status >= 500 || [IN_PROGRESS, INVALID_TOKEN].includes(codeOf(body))

/** Asks until there is an answer or patience ends; writes all of it down. */
export function openClient({ write, now }: Recorder, random: Random) {
  let last = 0
  let pending = 0
  const jitter = () => 0.5 + random.below(1_000) / 1_000

  async function ask(
    who: number,
    request: Request,
    send: (attempt: number) => Promise<Attempt>,
    read: (body: unknown) => Value = () => ({}),
  ): Promise<{ outcome: Outcome; status: number; value: Value }> {
    const op = ++last
    const end = now() + PATIENCE_MS
    write({ type: 'invoke', at: now(), op, who, request })
    pending++
    let isUnsure = false
    for (let attempt = 0; ; attempt++) {
      const answer = await send(attempt).catch((): Attempt => ({ status: 0, body: undefined }))
      const { status, body } = answer
      const code = codeOf(body)
      write({ type: 'attempt', at: now(), op, status, code })
      const isOver = now() > end
      if (!isToRetry(answer) || isOver) {
        // A second attempt that is refused for what the first one has done says nothing about the first.
        const isUndone = isOver || code === ANSWER_LOST || (isUnsure && code === 'illegal_move')
        const outcome = status >= 200 && status < 400 ? 'ok' : isUndone ? 'unknown' : 'refused'
        const value = outcome === 'ok' ? read(body) : {}
        write({ type: 'answer', at: now(), op, outcome, status, code, value } satisfies Entry)
        pending--
        return { outcome, status, value }
      }
      isUnsure ||= status === 0 || status >= 500
      await delay(Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * jitter())
    }
  }

  return { ask, pending: () => pending }
}

export type Client = ReturnType<typeof openClient>

export interface Sent {
  method?: string
  token?: string
  key?: string
  headers?: Record<string, string>
  body?: object
  timeoutMs?: number
}

export const dispatcher = new Agent({ connections: 256, keepAliveTimeout: 2_000 })

/** Sends one request; an answer that is no JSON has no body. */
export async function send(
  url: string,
  { method = 'GET', token, key, headers = {}, body, timeoutMs = ATTEMPT_MS }: Sent = {},
): Promise<Attempt> {
  const answer = await fetch(url, {
    method,
    dispatcher,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: parsed(text) }
}

/** The provider's page that the link of a payment leads to; undefined: it leads nowhere, or there is no answer. */
export async function checkoutAt(link: string): Promise<string | undefined> {
  const answer = await fetch(link, { dispatcher, redirect: 'manual', signal: AbortSignal.timeout(ATTEMPT_MS) }).catch(
    () => undefined,
  )
  return answer?.headers.get('location') ?? undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
