import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../errors.ts'

export interface LoginThrottle {
  /** @throws AppError 429 after too many failures of this address on this account. */
  check(address: string, login: string): void
  fail(address: string, login: string): void
  succeed(address: string, login: string): void
}

interface Failures {
  count: number
  /** Milliseconds since 1970. */
  since: number
}

/** Failures of one address on one account, per window. */
const MAX_FAILURES = 10
/** Failures from anywhere on one account, per window. */
const MAX_ACCOUNT_FAILURES = 50
const WINDOW_MS = 15 * 60 * 1000
const MAX_ENTRIES = 50_000

/**
 * Counts failed logins twice: by address and account together, and by account alone with a higher ceiling against many
 * addresses at once. An address that has logged in to the account before is spared the second, so that strangers can
 * never lock somebody out of his own place; the ceiling on requests per address bounds guessing across accounts.
 */
export const loginThrottle = fp(async (app: FastifyInstance) => {
  const failures = new Map<string, Failures>()
  const familiar = new Map<string, true>()
  const pair = (address: string, login: string) => `${address} ${login.toLowerCase()}`
  const account = (login: string) => `* ${login.toLowerCase()}`
  const current = (key: string) => {
    const entry = failures.get(key)
    return entry && Date.now() - entry.since < WINDOW_MS ? entry : undefined
  }
  const refuse = ({ since }: Failures) => {
    const seconds = Math.ceil((since + WINDOW_MS - Date.now()) / 1000)
    return new AppError('tooManyRequests', { headers: { 'retry-after': String(seconds) } })
  }

  app.decorate('loginThrottle', {
    check(address, login) {
      const own = current(pair(address, login))
      if (own && own.count >= MAX_FAILURES) throw refuse(own)
      const all = familiar.has(pair(address, login)) ? undefined : current(account(login))
      if (all && all.count >= MAX_ACCOUNT_FAILURES) throw refuse(all)
    },
    fail(address, login) {
      for (const key of [pair(address, login), account(login)]) {
        const entry = current(key) ?? { count: 0, since: Date.now() }
        remember(failures, key, { ...entry, count: entry.count + 1 })
      }
    },
    succeed(address, login) {
      failures.delete(pair(address, login))
      remember(familiar, pair(address, login), true)
    },
  } satisfies LoginThrottle)
})

/** Bounded: when there are too many, the oldest entry, first in order of insertion, goes. */
function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.size > MAX_ENTRIES ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
}

declare module 'fastify' {
  interface FastifyInstance {
    loginThrottle: LoginThrottle
  }
}
