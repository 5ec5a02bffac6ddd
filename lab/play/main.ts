/**
 * `npm run play [-- --short | --from <commit>] [--postgres <folder>] [--before <folder>]`: plays docs/deployment.md on this machine, as an ordinary user: an install without
 * development packages, PostgreSQL with TLS and a role that is no superuser, a mail server, three nodes behind nginx, the first
 * administrator, a rolling restart and (not with `--short`) a kill under load, a table that is locked for long, a backup, a restore, and with `--from` an upgrade from
 * an earlier commit that has the migrations of 0.1.0, and the way back. The folders are those of PostgreSQL's programs: with `--before` the
 * database begins on an older server, which is updated before the nodes. It fails when something that was acknowledged is missing, or somebody was refused for good.
 */
import assert from 'node:assert/strict'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, fetch } from 'undici'
import { z } from 'zod'
import { startStandin } from '../../src/dev/stripe/server.ts'
import { startNginx } from '../../tests/support/nginx.ts'
import { makeCertificates, type Running } from '../../tests/support/programs.ts'
import { type Figures, startLoad } from './load.ts'
import { lockTable } from './lock.ts'
import { findPrograms, ROLE, run, startPostgres, until } from './machine.ts'
import { newAccount, newHome } from './people.ts'
import { environmentOf, install, makePlace, SECRETS, startMailServer, startNode as startNodeAt } from './production.ts'

const NODES = 3
const GUESTS = 6
const HOMES = 40
const LOAD_MS = 3_000

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    short: { type: 'boolean' },
    postgres: { type: 'string' },
    before: { type: 'string' },
  },
})
const { nginx, ...found } = findPrograms('the guide', ['postgres', 'nginx', 'openssl'])
const postgres = values.postgres ?? found.postgres

const say = (text: string) => console.log(text)
const place = makePlace()
const { home, folder, node } = place

interface Ports {
  first: number
  public: number
}

const ports: Ports = { first: 11_000 + Math.floor(Math.random() * 4_000), public: 0 }
ports.public = ports.first + NODES + NODES
const origin = `https://localhost:${ports.public}`

const releases: (() => Promise<unknown>)[] = []

async function play(): Promise<void> {
  const certificates = makeCertificates(folder('tls'))
  const ca = readFileSync(certificates.ca, 'utf8')
  // After a thousand requests nginx ends a connection, which costs answers that are being read over HTTP/2.
  const dispatcher = new Agent({ connect: { ca }, allowH2: false })
  const mailServer = await startMailServer()
  releases.push(mailServer.close)
  // The provider does not know the private authority: its events go to a node.
  const standin = await startStandin({
    ...SECRETS,
    webhookUrl: () => `http://127.0.0.1:${ports.first}/api/v1/stripe/webhook`,
  })
  releases.push(() => standin.close())

  let database = await startPostgres(folder('postgres'), values.before ?? postgres, certificates)
  releases.push(() => database.stop())
  await database.createDatabase('sejour')
  const files = folder('files')
  /** Variables that the guide sets after a restore. */
  let restored: { RESTORED?: string } = {}

  /** A node on its port, when it is ready. */
  async function startNode(index: number, checkout: string): Promise<Running> {
    const port = ports.first + index
    const env = {
      ...environmentOf({
        origin,
        files,
        providerUrl: standin.url,
        smtpUrl: mailServer.url,
      }),
      DATABASE_URL: database.urlOf('sejour'),
      DATABASE_CA: certificates.ca,
      PORT: String(port),
      METRICS_PORT: String(port + NODES),
      DATA_DIR: folder(`node${index}`),
      ...restored,
    }
    // Version 0.1.0 knew neither private authorities nor STORAGE_URL.
    if (checkout === earlier) env.DATABASE_URL = env.DATABASE_URL.replace('verify-full', 'disable')
    return startNodeAt(place, checkout, env)
  }

  async function stopNode(running: Running): Promise<void> {
    assert.equal(await running.stop(), 0, `a node ended badly: ${running.output()}`)
  }

  const current = await install(place, 'current', 'HEAD')
  const earlier = values.from === undefined ? undefined : await install(place, 'earlier', values.from)
  say('installed as an ordinary user, without development packages')

  const nodes: Running[] = []
  releases.push(async () => Promise.all(nodes.map(({ stop }) => stop('SIGKILL'))))
  const proxy = await startNginx(nginx, {
    folder: folder('nginx'),
    certificates,
    port: ports.public,
    nodes: Array.from({ length: NODES }, (_, index) => ports.first + index),
  })
  releases.push(() => proxy.stop())

  for (let index = 0; index < NODES; index++) nodes.push(await startNode(index, earlier ?? current))
  say(`three nodes${earlier ? ` of ${values.from}` : ''} behind nginx, PostgreSQL with TLS as ${ROLE.user}`)

  const api = `${origin}/api/v1`
  const people = { api, dispatcher, mails: () => mailServer.mails }
  const join = async (name: string) => (await newAccount(people, name)).token
  const owner = await join('owner')
  let installed = earlier ?? current
  const admin = (...args: string[]) =>
    run(node, ['src/cli/admin.ts', ...args], {
      cwd: installed,
      env: { DATABASE_URL: database.urlOf('sejour'), DATABASE_CA: certificates.ca },
    })
  say(await admin('grant', 'owner@play.example', 'admin'))
  const homes: string[] = []
  for (let index = 0; index < HOMES; index++) homes.push(await newHome(people, owner, { title: 'Maison de la pièce' }))
  const tokens: string[] = []
  for (let index = 0; index < GUESTS; index++) tokens.push(await join(`guest${index}`))
  const client = { api, dispatcher, tokens, homes, today: new Date().toISOString().slice(0, 10) }
  const all: Figures['acknowledged'] = []
  let slots = 0

  /** Lets guests search and book while something happens; then everything that was acknowledged must be there. */
  async function underLoad(what: string, happen: () => Promise<void>): Promise<void> {
    const finish = startLoad(client, slots)
    await delay(LOAD_MS)
    await happen()
    await delay(LOAD_MS)
    const figures = await finish()
    slots += figures.acknowledged.length + GUESTS
    all.push(...figures.acknowledged)
    await expectKept(all)
    const retried = [...figures.retried].map(([kind, count]) => `${count} x ${kind}`).join(', ') || 'none'
    say(
      `${what}: ${figures.requests} requests, ${figures.acknowledged.length} reservations; tried again: ${retried}; lost: ${figures.lost}`,
    )
    assert.equal(figures.lost, 0)
  }

  async function expectKept(kept: Figures['acknowledged']): Promise<void> {
    for (const { id, token } of kept) {
      const answer = await fetch(`${api}/reservations/${id}`, {
        dispatcher,
        headers: { authorization: `Bearer ${token}` },
      })
      assert.equal(answer.status, 200, `reservation ${id} is gone`)
      await answer.text()
    }
  }

  async function roll(checkout: string): Promise<void> {
    for (let index = 0; index < NODES; index++) {
      const old = nodes[index]
      if (old) await stopNode(old)
      nodes[index] = await startNode(index, checkout)
    }
  }

  if (values.before)
    await underLoad('update of PostgreSQL', async () => {
      const { port } = database
      await database.stop()
      database = await startPostgres(folder('postgres'), postgres, certificates, { port })
    })
  if (earlier) {
    // The step of each version that the database has not seen; a new database needs none.
    const steps = ['0.2', '0.3', '0.4'].filter((step) => step > versionOf(earlier).slice(0, 3))
    await underLoad('upgrade', () => roll(current))
    installed = current
    await underLoad('way back', () => roll(earlier))
    for (const step of steps) await assert.rejects(admin('enable', step))
    await underLoad('upgrade again', () => roll(current))
    for (const step of steps) await underLoad(`enable ${step}`, async () => say(await admin('enable', step)))
  }
  await underLoad('rolling restart', () => roll(current))
  const kill = async () => {
    await nodes[1]?.stop('SIGKILL')
    nodes[1] = await startNode(1, current)
  }
  if (!values.short) await underLoad('kill -9 of a node', kill)

  const locked = await lockTable({ api, dispatcher, database, name: 'sejour', home: homes[0] ?? '' })
  say(locked.summary)
  assert.deepEqual(locked.unexpected, [])

  // Paid before the backup, and after it: only the provider knows of the second.
  const [early, late] = all
  assert(early && late)
  const pay = (url: string) => fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
  const isConfirmed = async ({ id, token }: { id: string; token: string }) => {
    const answer = await fetch(`${api}/reservations/${id}`, {
      dispatcher,
      headers: { authorization: `Bearer ${token}` },
    })
    return z.object({ data: z.object({ status: z.string() }) }).parse(await answer.json()).data.status === 'confirmed'
  }
  await pay(early.paymentUrl)
  await until('the payment confirms', () => isConfirmed(early))
  const dump = path.join(folder('backup'), 'sejour.dump')
  const libpq = new URL(database.urlOf('sejour'))
  libpq.searchParams.set('sslrootcert', certificates.ca)
  const tool = (name: string, ...args: string[]) => run(path.join(postgres, name), args, { cwd: home })
  await tool('pg_dump', '--format=custom', '--file', dump, libpq.href)
  cpSync(files, path.join(home, 'backup', 'files'), { recursive: true })
  await pay(late.paymentUrl)
  await until('the payment confirms', () => isConfirmed(late))
  for (const running of nodes.splice(0)) await stopNode(running)
  await database.dropDatabase('sejour')
  await database.createDatabase('sejour')
  await tool('pg_restore', '--no-owner', '--exit-on-error', '--dbname', libpq.href, dump)
  restored = { RESTORED: 'true' }
  for (let index = 0; index < NODES; index++) nodes.push(await startNode(index, current))
  assert.match(nodes[0]?.output() ?? '', /reconciled with the payment provider/)
  await expectKept(all)
  assert(await isConfirmed(late), 'the payment after the backup is lost')
  say(`restored: ${all.length} reservations are there, and what was paid after the backup is known again`)
  say(await admin('ledger'))
  for (const running of nodes.splice(0)) await stopNode(running)
}

function versionOf(checkout: string): string {
  const text = readFileSync(path.join(checkout, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

const begun = Date.now()
try {
  await play()
  say(`The guide holds (${Math.round((Date.now() - begun) / 1_000)} s).`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const release of releases.reverse()) await release().catch(() => undefined)
  rmSync(home, { recursive: true, force: true })
  // The guests of a play that failed go on asking.
  process.exit()
}
