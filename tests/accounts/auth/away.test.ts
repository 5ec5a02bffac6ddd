import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withServerFailures } from '../../../src/accounts/auth/server-failures.ts'
import { noConnection } from '../../../src/platform/db/errors.ts'
import { toAppError } from '../../../src/platform/plugins/errors.ts'
import { startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { cloneTemplate, startServer, type TestServer } from '../../support/database.ts'
import { SOON } from '../../support/refusals.ts'

const WAIT = { timeout: 20_000, interval: 20 }

let server: TestServer
let t: TestApp & { close(): Promise<void> }
let user: TestUser
let usual: string

beforeAll(async () => {
  server = await startServer()
  t = await startApp({}, { run: false }, { database: await cloneTemplate(server.url) })
  usual = await (await t.node({ run: false })).app.listen({ port: 0, host: '127.0.0.1' })
  user = await t.user()
})
afterAll(async () => {
  await t?.close()
  await server?.remove()
})

/** Answers of a node to registration, login and refresh. */
async function answers(node: string) {
  const form = new FormData()
  const fields = { username: 'late', first_name: 'A', last_name: 'B', country_id: 'FR', email: 'late@example.org' }
  const password = 'a password of mine'
  for (const [name, value] of Object.entries({ ...fields, password, password_confirmation: password }))
    form.append(name, value)
  const post = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${node}/api/v1/auth/${path}`, { method: 'POST', ...init })
    return { status: answer.status, retry: answer.headers.get('retry-after'), body: await answer.json() }
  }
  return Promise.all([
    post('register', { body: form }),
    post('login', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: user.email, password }),
    }),
    post('refresh', { headers: { authorization: `Bearer ${user.token}` } }),
  ])
}

const ENVELOPE = { success: false, message: expect.any(String), code: 'unavailable' }
const AWAY = [
  { status: 500, retry: SOON, body: ENVELOPE },
  { status: 500, retry: SOON, body: ENVELOPE },
  { status: 500, retry: SOON, body: { error: expect.any(String), code: 'unavailable' } },
]

const isReady = async () => expect((await fetch(`${usual}/health/ready`)).status).toBe(200)
const accounts = async () => (await t.db`select from users where username = 'late'`).length

test('the three are 500 while their tables are locked, and nobody is registered later', async () => {
  await isReady()
  await t.db.begin(async (holder) => {
    await holder`lock table users, sessions in access exclusive mode`
    expect(await answers(usual)).toEqual(AWAY)
  })
  expect(await accounts()).toBe(0)
})

test('the three are 500 while the database hears and says nothing, and nobody is registered later', async () => {
  await isReady()
  const sessions = await t.db<{ pid: number }[]>`select pid from pg_stat_activity where pid <> pg_backend_pid()`
  const [own] = await t.db<{ pid: number }[]>`select pg_backend_pid() as pid`
  const pids = [server.readPid(), ...sessions.map(({ pid }) => pid), own?.pid ?? 0]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    expect(await answers(usual)).toEqual(AWAY)
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  await vi.waitFor(isReady, WAIT)
  expect(await accounts()).toBe(0)
})

test('the three are 500 while the database is stopped', async () => {
  await server.stop()
  const given = await answers(usual)
  await server.restart()
  expect(given).toEqual(AWAY)
  await vi.waitFor(isReady, WAIT)
})

test('a full pool stays an error of its own, which is 503', async () => {
  const full = noConnection()
  const work = withServerFailures(t.app, async () => {
    throw full
  })
  await expect(work).rejects.toBe(full)
  expect(toAppError(full)).toMatchObject({ code: 'unavailable', status: 503 })
})
