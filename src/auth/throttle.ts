import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../errors.ts'

export interface LoginThrottle {
  /** @throws AppError 429 after too many failures of this address on this account. */
  check(address: string, login: string): void
  fail(address: string, login: string): void
  succeed(address: string, login: string): void
}

const MAX_FAILURES = 10
const WINDOW_MS = 15 * 60 * 1000
const MAX_ENTRIES = 50_000

/**
 * Counts failed logins by address and account together, so that a stranger elsewhere can never lock somebody out; the
 * ceiling on requests per address bounds guessing across accounts.
 */
export const loginThrottle = fp(async (app: FastifyInstance) => {
  const failures = new Map<string, { count: number; since: number }>()
  const keyOf = (address: string, login: string) => `${address} ${login.toLowerCase()}`
  const current = (key: string) => {
    const entry = failures.get(key)
    return entry && Date.now() - entry.since < WINDOW_MS ? entry : undefined
  }
  app.decorate('loginThrottle', {
    check(address, login) {
      const entry = current(keyOf(address, login))
      if (!entry || entry.count < MAX_FAILURES) return
      const seconds = Math.ceil((entry.since + WINDOW_MS - Date.now()) / 1000)
      throw new AppError('tooManyRequests', { headers: { 'retry-after': String(seconds) } })
    },
    fail(address, login) {
      const key = keyOf(address, login)
      const entry = current(key) ?? { count: 0, since: Date.now() }
      failures.delete(key)
      failures.set(key, { ...entry, count: entry.count + 1 })
      // Bounded: the oldest entry, first in order of insertion, goes.
      for (const oldest of failures.size > MAX_ENTRIES ? failures.keys() : []) {
        failures.delete(oldest)
        break
      }
    },
    succeed: (address, login) => failures.delete(keyOf(address, login)),
  } satisfies LoginThrottle)
})

declare module 'fastify' {
  interface FastifyInstance {
    loginThrottle: LoginThrottle
  }
}
