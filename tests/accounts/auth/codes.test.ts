import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, vi } from 'vitest'
import { countGuess, forgiveAttempt } from '../../../src/accounts/auth/throttle.ts'
import { codeIn } from '../../support/accounts.ts'
import { alone, startApp, type TestApp, test } from '../../support/app.ts'

const RESET = { path: '/password_reset/verify_code_dended', name: 'reset-code' }
const VERIFICATION = { path: '/auth/verify-email', name: 'verification-code' }

const counters = async (t: TestApp, name: string): Promise<Record<string, number>> => {
  const rows = await t.db<{ key: string; count: number }[]>`
    select key, count from attempt_counters where key like ${`${name} %`}`
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]))
}

/** An account with a mailed code of a purpose. */
async function withCode(t: TestApp, { name }: { name: string }) {
  const user = await t.user()
  if (name === 'verification-code') await t.db`update users set email_verified_at = null where id = ${user.id}`
  const path = name === 'reset-code' ? '/password_reset/verify_email' : '/auth/resend-verification'
  expect((await t.call('POST', path, { email: user.email })).status).toBe(200)
  await t.drain()
  return { user, code: codeIn((await t.mails(user.email))[0]?.text ?? '') }
}

describe.each([RESET, VERIFICATION])('a mailed code ($name)', (purpose) => {
  const enter = (t: TestApp, email: string, code: string) => t.call('POST', purpose.path, { email, code })

  alone('is no wrong try when it is right, however many come at once', async ({ t }) => {
    const { user, code } = await withCode(t, purpose)
    const answers = await Promise.all(Array.from({ length: 30 }, () => enter(t, user.email, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // After the first the code is used: the others are tries of an address that has none.
    const counted = await counters(t, purpose.name)
    expect(counted[`${purpose.name} ${user.id}`]).toBe(undefined)
  })

  alone('is right beside four wrong tries at once, and only those count', async ({ t }) => {
    const { user, code } = await withCode(t, purpose)
    const wrong = await Promise.all(Array.from({ length: 4 }, () => enter(t, user.email, 'wrong')))
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([400]))
    expect((await enter(t, user.email, code)).status).toBe(200)
    expect((await counters(t, purpose.name))[`${purpose.name} ${user.id}`]).toBe(4)
  })

  alone('of an unknown address is answered as a wrong one, and written down as well', async ({ t }) => {
    const { user } = await withCode(t, purpose)
    const answers = []
    for (const email of [user.email, 'nobody@example.org']) {
      const before = await counters(t, purpose.name)
      const { status, body } = await enter(t, email, '000000')
      const after = Object.entries(await counters(t, purpose.name))
      answers.push({ status, body, written: after.filter(([key, count]) => count !== before[key]).length })
    }
    expect(answers[0]).toMatchObject({ status: 400, written: 1 })
    expect(answers[1]).toEqual(answers[0])
    expect(JSON.stringify(await counters(t, purpose.name))).not.toContain('nobody')
  })
})

test('guesses beyond a limit, which nobody compares, leave nothing behind', async ({ t }) => {
  const windows = [
    { key: 'a', limit: 10, seconds: 900 },
    { key: 'b', limit: 7, seconds: 900 },
  ]
  const taken = await Promise.allSettled(Array.from({ length: 30 }, () => countGuess(t.app.db, windows)))
  const compared = taken.filter(({ status }) => status === 'fulfilled').length
  expect(compared).toBeLessThanOrEqual(7)
  // All of them were right.
  for (let count = 0; count < compared; count++) for (const { key } of windows) await forgiveAttempt(t.app.db, key)
  const left = await t.db`select key, count from attempt_counters where key in ('a', 'b') and count <> 0`
  expect(left).toEqual([])
})

describe('a provider of sign-in', () => {
  afterEach(() => void vi.restoreAllMocks())

  test.for(['token', 'answer'])('that never ends its %s is 503 in ten seconds', async (part) => {
    const provider = createServer((_, response) => {
      if (part === 'answer') response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const { port } = provider.address() as AddressInfo
    const t = await startApp({
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: `http://127.0.0.1:${port}`,
    })
    try {
      const start = await t.call('GET', '/auth/google')
      const state = new URL(String(start.headers.location)).searchParams.get('state') ?? ''
      const cookie = [start.headers['set-cookie']]
        .flat()
        .map((one) => String(one).split(';')[0])
        .join('; ')
      // The client's limits are waited for in milliseconds.
      const wait = globalThis.setTimeout
      const limits: number[] = []
      vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms = 0, ...rest: []) => {
        if (ms === 5_000) limits.push(ms)
        return wait(work, ms === 5_000 ? 20 : ms, ...rest)
      }) as typeof setTimeout)
      const back = `/auth/google/callback?${new URLSearchParams({ code: 'x', state })}`
      const { status, body } = await t.call('GET', back, undefined, { headers: { cookie } })
      expect([status, body.code]).toEqual([503, 'oauth_unavailable'])
      expect(limits.length).toBeGreaterThan(0)
    } finally {
      provider.closeAllConnections()
      await t.close()
      provider.close()
    }
  })
})
