import { afterAll, test as base, beforeAll, describe, expect, vi } from 'vitest'
import { freePort } from '../../src/dev/free-port.ts'
import { connect, type Database } from '../../src/platform/db/client.ts'
import { ConnectionError, UnfitSessionsError } from '../../src/platform/db/errors.ts'
import { mayPass, Waiting } from '../../src/start/waiting.ts'
import { cloneTemplate, startServer, type TestServer } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { type Service, startService } from '../support/service.ts'

const LATER = { timeout: 60_000, interval: 50 }

let server: TestServer
let databaseUrl: string
let admin: Database

beforeAll(async () => {
  server = await startServer()
  databaseUrl = (await cloneTemplate(server.url)).url
  admin = connect(server.url.replace('DATABASE', 'postgres'), { max: 1 })
})
afterAll(async () => {
  await admin?.end()
  await server?.remove()
})

interface Node extends Service {
  /** Status and body of an answer; undefined while nobody listens. */
  ask(address: string): Promise<{ status: number; body: unknown } | undefined>
}

const test = base.extend<{ folder: string; start: (env?: Record<string, string>) => Promise<Node> }>({
  folder: temporaryFolder,
  start: async ({ folder }, use) => {
    const started: Node[] = []
    await use(async (env = {}) => {
      const port = await freePort()
      const service = startService({
        DATA_DIR: folder,
        PORT: String(port),
        DEMO_DATA: 'false',
        DATABASE_URL: databaseUrl,
        ...env,
      })
      const ask: Node['ask'] = (address) =>
        fetch(`http://127.0.0.1:${port}${address}`).then(
          async (answer) => ({ status: answer.status, body: await answer.json() }),
          () => undefined,
        )
      const node = { ...service, ask }
      started.push(node)
      return node
    })
    for (const { process, exit } of started) {
      process.kill('SIGTERM')
      await exit
    }
  },
})

const untilItWaits = (node: Node) =>
  vi.waitFor(() => expect(node.output()).toMatch(/The start waits, and tries again\.\n/), LATER)

const linesOf = (node: Node) =>
  node
    .output()
    .split('\n')
    .filter((line) => line.includes('The start waits'))

describe('a start', () => {
  test('waits for a database that restarts, and says so in a line', async ({ start }) => {
    await server.stop()
    const node = await start()
    await untilItWaits(node)
    await server.restart()
    await node.ready
    expect(await node.ask('/health/writable')).toMatchObject({ status: 200 })
    expect(linesOf(node)).toEqual([expect.stringMatching(/^Cannot use the database: .+ Check DATABASE_URL\./)])
  })

  test('waits for a database that hangs', async ({ start }) => {
    const pid = server.readPid()
    process.kill(pid, 'SIGSTOP')
    const node = await start()
    try {
      await untilItWaits(node)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await node.ready
    expect(linesOf(node)).toHaveLength(1)
  })

  test('serves reads while the database takes no writes, and everything afterwards', async ({ start }) => {
    const setReadOnly = async (value: 'on' | 'off') => {
      await admin.unsafe(`alter system set default_transaction_read_only = ${value}`)
      await admin`select pg_reload_conf()`
    }
    await setReadOnly('on')
    const node = await start()
    try {
      await vi.waitFor(
        async () =>
          expect(await node.ask('/health/ready')).toEqual({
            status: 200,
            body: { status: 'ok', reads: true, writes: false },
          }),
        LATER,
      )
      expect(await node.ask('/api/v1/properties/search?country_id=FR')).toMatchObject({ status: 200 })
      expect(linesOf(node)).toHaveLength(1)
    } finally {
      await setReadOnly('off')
    }
    await node.ready
    expect(await node.ask('/health/writable')).toMatchObject({ status: 200 })
  })

  test('that waits ends at once, without the delay of a node that serves', async ({ start }) => {
    await server.stop()
    const node = await start({ SHUTDOWN_DELAY_SECONDS: '600', LOG_LEVEL: 'info' })
    await untilItWaits(node)
    node.process.kill('SIGTERM')
    expect(await node.exit).toBe(0)
    expect(node.output()).not.toContain('delay_seconds')
    await server.restart()
  })
})

test('what waiting does not mend ends the start', () => {
  const away = new ConnectionError('CONNECTION_SILENT', 'no answer')
  expect(mayPass(away)).toBe(true)
  expect(mayPass(new UnfitSessionsError('Cannot use DATABASE_READ_URL', { cause: away }))).toBe(true)
  expect(mayPass(new Error('Migration failed: dial tcp: connect: connection refused'))).toBe(true)
  expect(mayPass(new Error('Migration failed: pq: cannot execute CREATE TABLE in a read-only transaction'))).toBe(true)
  expect(mayPass(new UnfitSessionsError('settings are missing'))).toBe(false)
  expect(mayPass(new Error('Migration failed: pq: syntax error'))).toBe(false)
  expect(mayPass(new Error('connection refused by something else'))).toBe(false)
})

test('a start that waits says so at once and once a minute', () => {
  vi.useFakeTimers()
  try {
    const told: string[] = []
    const waiting = new Waiting((text) => told.push(text))
    for (let second = 0; second < 150; second++) {
      waiting.because('Away.')
      vi.advanceTimersByTime(1_000)
    }
    expect(told).toEqual(Array.from({ length: 3 }, () => 'Away. The start waits, and tries again.'))
    waiting.end()
  } finally {
    vi.useRealTimers()
  }
})
