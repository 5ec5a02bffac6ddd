import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, copyFileSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../src/dev/free-port.ts'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { cloneTemplate, startServer, type TestServer } from '../../support/database.ts'
import { fastFolder } from '../../support/folders.ts'
import { isInstalled } from '../../support/machine.ts'
import { makeCertificates, makeFolder, programOf, signCertificate, user } from '../../support/programs.ts'
import { SOON } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

const LATER = { timeout: 30_000, interval: 100 }
const PASSWORD = 'the password of before'
const WAYS = ['TCP', 'TLS', 'socket'] as const
type Way = (typeof WAYS)[number]
type Certificate = ReturnType<typeof signCertificate>

const folder = makeFolder(mkdtempSync(path.join(fastFolder(), 'sejour-outages-')))
let server: TestServer
let admin: Database
let database: string
let authority: string
let right: Certificate
let expired: Certificate
let unknown: Certificate
const nodes = new Map<Way, Node>()

const rules = (of: string) =>
  writeFileSync(path.join(folder, 'pg_hba.conf'), `host all sejour 127.0.0.1/32 trust\n${of}`, { mode: 0o644 })
const PASSWORDS = 'local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n'

/** Replaces the certificate that the server uses when it reads its files again. */
function certify({ cert, key }: Certificate): void {
  for (const [from, to] of [
    [cert, 'used.pem'],
    [key, 'used.key'],
  ] as const) {
    copyFileSync(from, path.join(folder, to))
    if (user) chownSync(path.join(folder, to), user.uid, user.gid)
  }
}

/** A node, and a connection to it that stays open. */
interface Node extends Service {
  ask(
    method: string,
    address: string,
    body?: object,
  ): Promise<{ status: number; retry: string | undefined; body: string }>
}

/** The way to the database, and a role that is not an administrator. */
function environmentOf(way: Way): Record<string, string> {
  const url = new URL(database)
  url.username = 'service'
  url.password = PASSWORD
  url.hostname = way === 'TLS' ? 'localhost' : '127.0.0.1'
  url.searchParams.set('sslmode', way === 'TLS' ? 'verify-full' : 'disable')
  if (way === 'socket') url.searchParams.set('host', folder)
  return { DATABASE_URL: url.href, ...(way === 'TLS' && { DATABASE_CA: authority }) }
}

async function startNode(way: Way): Promise<Node> {
  const port = await freePort()
  const service = startService({
    DATA_DIR: path.join(folder, `${way}-${port}`),
    PORT: String(port),
    DEMO_DATA: 'false',
    LOG_LEVEL: 'info',
    ...environmentOf(way),
  })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const ask: Node['ask'] = (method, address, body) =>
    new Promise((resolve, reject) => {
      const headers = body && { 'content-type': 'application/json' }
      const request = http.request({ host: '127.0.0.1', port, method, path: address, agent, headers }, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, retry: answer.headers['retry-after'], body: text }),
        )
      })
      request.on('error', reject)
      request.end(body && JSON.stringify(body))
    })
  return { ...service, ask }
}

beforeAll(async () => {
  const { ca, ...certificate } = makeCertificates(folder)
  authority = ca
  right = certificate
  expired = signCertificate(folder, 'expired', -1)
  unknown = makeCertificates(makeFolder(path.join(folder, 'somebody-else')))
  certify(right)
  rules(PASSWORDS)
  server = await startServer({
    hba_file: path.join(folder, 'pg_hba.conf'),
    unix_socket_directories: folder,
    ssl: 'on',
    ssl_cert_file: path.join(folder, 'used.pem'),
    ssl_key_file: path.join(folder, 'used.key'),
  })
  database = (await cloneTemplate(server.url)).url
  admin = connect(server.url.replace('DATABASE', 'postgres'), { max: 1 })
  await admin.unsafe(`create role service login password '${PASSWORD}'; grant sejour to service`)
  for (const way of WAYS) {
    const node = await startNode(way)
    nodes.set(way, node)
    await node.ready
  }
})
afterAll(async () => {
  for (const node of nodes.values()) {
    node.process.kill('SIGTERM')
    await node.exit
  }
  await admin?.end()
  await server?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const reload = async () => void (await admin`select pg_reload_conf()`)
const endSessions = async () =>
  void (await admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'service'`)
const say = (statement: string) => async () => void (await admin.unsafe(statement))
const use = (certificate: () => Certificate) => async () => {
  certify(certificate())
  await reload()
}
const nameOf = () => new URL(database).pathname.slice(1)

interface Outage {
  ways: readonly Way[]
  begin(): Promise<void>
  end(): Promise<void>
  /** True if a start ends, because waiting does not mend it. */
  isRefusal: boolean
}

/** Everything between a node and its database that can fail, as a kind: no list of codes has all of it. */
const OUTAGES: Record<string, Outage> = {
  'the server is stopped': {
    ways: WAYS,
    begin: () => server.stop(),
    end: () => server.restart(),
    isRefusal: false,
  },
  'the password was rotated': {
    ways: WAYS,
    begin: say("alter role service password 'another one'"),
    end: say(`alter role service password '${PASSWORD}'`),
    isRefusal: true,
  },
  'the role may not log in': {
    ways: WAYS,
    begin: say('alter role service nologin'),
    end: say('alter role service login'),
    isRefusal: true,
  },
  'no rule lets the node in': {
    ways: WAYS,
    async begin() {
      rules('')
      await reload()
    },
    async end() {
      rules(PASSWORDS)
      await reload()
    },
    isRefusal: true,
  },
  'no connection is left': {
    ways: WAYS,
    begin: say('alter role service connection limit 0'),
    end: say('alter role service connection limit -1'),
    isRefusal: false,
  },
  'the database takes no connections': {
    ways: WAYS,
    begin: () => say(`alter database ${nameOf()} allow_connections false`)(),
    end: () => say(`alter database ${nameOf()} allow_connections true`)(),
    isRefusal: false,
  },
  'the certificate has expired': { ways: ['TLS'], begin: use(() => expired), end: use(() => right), isRefusal: true },
  'the certificate is of nobody known': {
    ways: ['TLS'],
    begin: use(() => unknown),
    end: use(() => right),
    isRefusal: true,
  },
}

const search = (node: Node) => node.ask('GET', '/api/v1/properties/search?country_id=FR')
/** Somebody else each time, because wrong passwords are counted. */
const logIn = (node: Node) =>
  node.ask('POST', '/api/v1/auth/login', { login: `${randomUUID()}@example.org`, password: 'none' })

async function expectAway(node: Node): Promise<void> {
  const away = { retry: SOON, body: expect.stringMatching(/"success":false,.*"code":"unavailable"/) }
  await vi.waitFor(async () => {
    // The server reads its files some time after it was told to.
    await endSessions().catch(() => undefined)
    expect((await node.ask('GET', '/health/ready')).status).toBe(503)
    expect(await search(node)).toEqual({ status: 503, ...away })
    expect(await logIn(node)).toEqual({ status: 500, ...away })
  }, LATER)
}

async function expectBack(node: Node): Promise<void> {
  await vi.waitFor(async () => expect((await node.ask('GET', '/health/writable')).status).toBe(200), LATER)
  await vi.waitFor(
    () => expect(node.output().trimEnd()).toMatch(/"msg":"database back"(?!.*"msg":"database away")/s),
    LATER,
  )
  expect((await search(node)).status).toBe(200)
  expect((await logIn(node)).status).toBe(401)
}

const nodeOf = (way: Way): Node => {
  const node = nodes.get(way)
  if (node === undefined) throw new Error(`no node by ${way}`)
  return node
}

/** Lines for single requests: an outage has one when it begins, and one when it is over. */
const COMPLAINTS = /"level":50,.*"msg":"(internal|unavailable)"/g

/** The output of a start on an outage, before it waits or ends. */
async function startInVain(way: Way, isRefusal: boolean): Promise<string> {
  const node = await startNode(way)
  try {
    if (isRefusal) expect(await node.exit).toBe(1)
    else await vi.waitFor(() => expect(node.output()).toMatch(/The start waits, and tries again\.\n/), LATER)
    return node.output()
  } finally {
    node.process.kill('SIGTERM')
    await node.exit
  }
}

describe.skipIf(!isInstalled('openssl', programOf('openssl') !== ''))(
  'whatever is between a node and its database',
  () => {
    test.each(Object.entries(OUTAGES))('%s: the database is away, and nothing else', async (_name, outage) => {
      await outage.begin()
      try {
        for (const way of outage.ways) {
          await expectAway(nodeOf(way))
          const said = await startInVain(way, outage.isRefusal)
          const lines = said.split('\n').filter((line) => line.startsWith('Cannot') || line.startsWith('    at '))
          expect(lines).toEqual([expect.stringMatching(/^Cannot use the database: .+\. Check DATABASE_URL\./)])
        }
      } finally {
        await outage.end()
      }
      for (const way of outage.ways) {
        const node = nodeOf(way)
        await expectBack(node)
        expect(node.output().match(COMPLAINTS)).toBeNull()
      }
    })

    test.skipIf(process.platform !== 'linux')(
      'no descriptor is left: the database is away, until there are some',
      async () => {
        for (const way of WAYS) {
          const node = nodeOf(way)
          // The connection on which it is asked is open already.
          await search(node)
          limitFiles(node, lowestLimit(node))
          try {
            await expectAway(node)
          } finally {
            limitFiles(node, 10_000)
          }
          await expectBack(node)
          expect(node.output().match(COMPLAINTS)).toBeNull()
        }
      },
    )
  },
)

/** A limit below every descriptor that the end of a connection to the database can free. */
function lowestLimit({ process: { pid } }: Node): number {
  const folder = `/proc/${pid}/fd`
  const numbers = readdirSync(folder).map(Number)
  const sockets = numbers.filter((fd) => readlinkSync(`${folder}/${fd}`).startsWith('socket:'))
  return Math.min(...sockets)
}

const limitFiles = ({ process: { pid } }: Node, soft: number): void =>
  expect(spawnSync('prlimit', [`--pid=${pid}`, `--nofile=${soft}:`]).status).toBe(0)
