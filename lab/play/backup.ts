/**
 * `npm run play:backup [-- --synchronous]`: plays docs/high-availability.md, "Backups", on this machine, as an ordinary user: PostgreSQL archives with pgBackRest,
 * guests book and pay all the time, a full backup is made meanwhile, the server is destroyed with its folder, another one is restored to
 * a moment before, and the node goes on. It fails when something that was acknowledged before that moment is missing, when money that came
 * in later is not on the list once, or a number is given out twice.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, fetch } from 'undici'
import { z } from 'zod'
import { startStandin } from '../../src/dev/stripe/server.ts'
import { makeCertificates, type Running, start } from '../../tests/support/programs.ts'
import { startLoad } from './load.ts'
import { findPrograms, run, SUPERUSER, startPostgres, until } from './machine.ts'
import { environmentOf, install, makePlace, SECRETS, startMailServer, startNode } from './production.ts'
import { AFTER_MS, BEFORE_MS, checkRecovery, newMarket } from './recovery.ts'

const LOAD_MS = 5_000
const EXTENT = { homes: 40, guests: 6, oneOf: 3, pauseMs: 100 }

const { values } = parseArgs({ options: { synchronous: { type: 'boolean' } } })
const programs = findPrograms('recovery from a backup', ['postgres', 'pgbackrest', 'jq', 'openssl'])
const say = (text: string) => console.log(text)
const place = makePlace()
const { home, folder, node } = place
const ha = path.resolve(import.meta.dirname, '../../deploy/ha')
const releases: (() => Promise<unknown>)[] = []

/** Does a step, and says how long it took. */
async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  say(`${what}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  return result
}

const backups = z.array(
  z.object({ archive: z.array(z.object({ max: z.string() })), backup: z.array(z.object({ type: z.string() })) }),
)
const reserved = z.object({ data: z.object({ reservation_id: z.union([z.string(), z.number()]) }) })

async function play(): Promise<void> {
  const port = 11_000 + Math.floor(Math.random() * 4_000)
  const api = `http://127.0.0.1:${port}/api/v1`
  const dispatcher = new Agent()
  const certificates = makeCertificates(folder('tls'))
  const mailServer = await startMailServer()
  releases.push(mailServer.close)
  const standin = await startStandin({ ...SECRETS, webhookUrl: () => `${api}/stripe/webhook` })
  releases.push(() => standin.close())

  // Everything that differs from the files of deploy/ha on this machine.
  const server = folder('postgres')
  const databasePort = 16_000 + Math.floor(Math.random() * 3_000)
  const configuration = path.join(home, 'pgbackrest.conf')
  copyFileSync(path.join(ha, 'pgbackrest.conf'), configuration)
  const env = {
    PATH: `${programs.postgres}:${process.env.PATH ?? ''}`,
    PGBACKREST_CONFIG: configuration,
    PGBACKREST_REPO1_PATH: folder('repository'),
    PGBACKREST_REPO1_CIPHER_PASS: 'of the play',
    PGBACKREST_LOG_PATH: folder('log'),
    PGBACKREST_LOCK_PATH: folder('lock'),
    PGBACKREST_PG1_PATH: path.join(server, 'data'),
    PGBACKREST_PG1_PORT: String(databasePort),
    PGBACKREST_PG1_SOCKET_PATH: server,
    PGBACKREST_PG1_USER: SUPERUSER.user,
    PGPASSWORD: SUPERUSER.password,
  }
  const archiving = readFileSync(path.join(ha, 'archiving.conf'), 'utf8')
  const startServer = () =>
    startPostgres(server, programs.postgres, certificates, { port: databasePort, configuration: archiving, env })
  /** Confirms commits for as long as its server runs. */
  async function startReceiver(): Promise<void> {
    const address = `host=127.0.0.1 port=${databasePort} user=${SUPERUSER.user} application_name=receiver`
    const receiver = start(
      path.join(programs.postgres, 'pg_receivewal'),
      ['--synchronous', '--no-loop', '-D', folder(`receiver-${randomUUID()}`), '-d', address],
      { cwd: home, env },
    )
    releases.push(() => receiver.stop())
    await database.synchronize('receiver')
  }
  const pgbackrest = (...args: string[]) =>
    run(programs.pgbackrest, ['--stanza=sejour', ...args], { cwd: home, env }).catch((error: Error) => {
      throw new Error(`pgbackrest ${args.join(' ')}: ${JSON.stringify(error)}`)
    })
  const info = async () => backups.parse(JSON.parse(await pgbackrest('info', '--output=json')))[0]

  const checkout = await step('installed', () => install(place, 'current', 'HEAD'))
  let database = await startServer()
  releases.push(() => database.stop())
  await database.createDatabase('sejour')
  if (values.synchronous) await startReceiver()
  await step('the repository is made, and the archive works', async () => {
    await pgbackrest('stanza-create')
    await pgbackrest('check')
  })

  const databaseUrl = database.urlOf('sejour')
  const nodeEnv = {
    ...environmentOf({
      origin: `https://localhost:${port}`,
      files: folder('files'),
      providerUrl: standin.url,
      smtpUrl: mailServer.url,
    }),
    DATABASE_URL: databaseUrl,
    DATABASE_CA: certificates.ca,
    PORT: String(port),
    METRICS_PORT: String(port + 1),
    DATA_DIR: folder('node'),
    RESTORED: 'false',
  }
  const startService = () => startNode(place, checkout, nodeEnv)
  let service: Running = await step('the node is ready', startService)
  releases.push(() => service.stop('SIGKILL'))
  const admin = (...args: string[]) => run(node, ['src/cli/admin.ts', ...args], { cwd: checkout, env: nodeEnv })
  const select = async (expression: string): Promise<string> => {
    const url = new URL(databaseUrl)
    url.searchParams.set('sslrootcert', certificates.ca)
    return run(path.join(programs.postgres, 'psql'), ['-Atc', `select ${expression}`, url.href], { cwd: home })
  }
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${port + 1}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  }

  const people = { api, dispatcher, mails: () => mailServer.mails }
  const { guests, made, paid, pay } = await newMarket(people, admin, EXTENT)
  const finish = startLoad(guests, 0)

  await delay(LOAD_MS)
  await step('a full backup while guests book', () => pgbackrest('backup', '--type=full'))
  assert.deepEqual((await info())?.backup, [{ type: 'full' }])
  await run(path.join(ha, 'backup-age'), [path.join(home, 'sejour.prom')], { cwd: home, env })
  const backupAt = Number(
    /^sejour_backup_timestamp_seconds (\d+)$/m.exec(readFileSync(path.join(home, 'sejour.prom'), 'utf8'))?.[1],
  )
  assert(Math.abs(Date.now() / 1_000 - backupAt) < 60, 'the metric has the time of the backup')
  await delay(LOAD_MS)

  // The moment to go back to. What has happened until then was acknowledged to guests, and so is what follows.
  const moment = Date.now()
  await delay(AFTER_MS)
  const unpaid = made.filter(({ id, at }) => at < moment - BEFORE_MS && !paid.has(id)).slice(0, EXTENT.oneOf)
  await Promise.all(unpaid.map(pay))
  await step('the archive has the moment, guests go on', async () => {
    const file = await select('pg_walfile_name(pg_current_wal_lsn())')
    await until('the log is archived', async () => ((await info())?.archive.at(-1)?.max ?? '') >= file)
  })
  await delay(LOAD_MS)

  const destroyedAt = Date.now()
  await database.stop('SIGKILL')
  rmSync(path.join(server, 'data'), { recursive: true, force: true })
  say('the server is gone, with its folder')
  await until('the node says so', async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 503)
  await step('the node has stopped', async () => assert.equal(await service.stop(), 0, service.output()))
  folder('postgres/data')
  const target = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00')
  await step(`restored to ${target}`, () =>
    pgbackrest('restore', '--type=time', `--target=${target}`, '--target-action=promote'),
  )
  await step('PostgreSQL has applied the log and takes writes', async () => {
    database = await startServer()
    await until('it is promoted', async () => (await select('pg_is_in_recovery()')) === 'f')
  })
  if (values.synchronous) await startReceiver()
  // Nobody is answered between the end of the old node and this.
  const restartedAt = Date.now()
  nodeEnv.RESTORED = 'true'
  service = await step('the node has asked the provider and is ready', startService)
  assert.match(service.output(), /reconciled with the payment provider/)
  say(`guests were without answers for ${((Date.now() - destroyedAt) / 1_000).toFixed(1)} s`)
  await delay(LOAD_MS)
  const figures = await finish()
  const retried = [...figures.retried].map(([kind, count]) => `${count} x ${kind}`).join(', ')
  say(`${figures.requests} requests, ${made.length} reservations, ${paid.size} paid; tried again: ${retried}`)
  assert.equal(figures.lost, 0, 'a request was never answered')

  const { list, listed, lostPaid, statusOf } = await checkRecovery({
    api,
    made,
    paid,
    moment,
    restartedAt,
    admin,
    metric,
    say,
  })
  say(`${unpaid.length} of those that are there were paid after the moment`)

  // One guest gets the stay again, another one the money.
  const [claimed, returned] = list
  const again = lostPaid.find(({ id }) => id === claimed?.id)
  assert(claimed && returned && again)
  const headers = {
    authorization: `Bearer ${again.token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const answer = await fetch(`${api}/reservations`, { method: 'POST', headers, body: JSON.stringify(again.stay) })
  const id = String(reserved.parse(await answer.json()).data.reservation_id)
  say(await admin('reconcile', 'claim', claimed.intent, id))
  await until('the new reservation is confirmed', async () => (await statusOf({ ...again, id })) === 'confirmed')
  say(await admin('reconcile', 'refund', returned.intent))
  const refunds = standin.store.list('refund').map(({ payment_intent }) => payment_intent)
  assert.deepEqual(refunds, [returned.intent])
  assert.deepEqual(await listed(), list.slice(2))
  say(await admin('ledger'))
  assert.equal(await service.stop(), 0, service.output())
}

const begun = Date.now()
try {
  await play()
  say(`Backup and recovery hold (${Math.round((Date.now() - begun) / 1_000)} s).`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const release of releases.reverse()) await release().catch(() => undefined)
  rmSync(home, { recursive: true, force: true })
  // The guests of a play that failed go on asking.
  process.exit()
}
