/**
 * `npm run play:recovery`: plays docs/high-availability.md, "Backups", on a cluster of three with the files of deploy/ha, as root: guests book and pay,
 * the lines of backups.cron run on every member, archiving fails for a moment, the machine of the primary is killed, another member is
 * restored from the repository, and the cluster goes back to a moment after the failover. It fails when something that was acknowledged before that
 * moment is missing, when money that came in later is not on the list once, when a number is given out twice, or when the archive has
 * a gap.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Agent, fetch } from 'undici'
import { z } from 'zod'
import { makeFolder } from '../../../tests/support/programs.ts'
import { startLoad } from '../../play/load.ts'
import { findPrograms, ROLE } from '../../play/machine.ts'
import { environmentOf } from '../../play/production.ts'
import { AFTER_MS, checkRecovery, newMarket } from '../../play/recovery.ts'
import { formCluster } from '../cluster/form.ts'
import type { Member } from '../cluster/member.ts'
import { primaryOf } from '../cluster/patroni.ts'
import { preparePrograms } from '../cluster/programs.ts'
import { eventually } from '../fault.ts'
import { startMailbox } from '../mailbox.ts'
import { defineNode, isWritable, root } from '../nodes.ts'
import { startProvider } from '../provider.ts'

const EXTENT = { homes: 10, guests: 2, oneOf: 2, pauseMs: 300 }
const LOAD_MS = 5_000
/** Days that no guest of before has asked for. */
const LATER_SLOT = 3_000
const PORT = 3_000
const METRICS_PORT = 3_001

const say = (text: string) => console.log(text)

/** Does a step, and says how long it took. */
async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  say(`${what}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  return result
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  if (!(await eventually(isSo))) throw new Error(`in vain: ${what}`)
}

const stanzas = z.tuple([
  z.object({
    archive: z.array(z.object({ max: z.string() })),
    backup: z.array(z.object({ type: z.string(), archive: z.object({ start: z.string() }), error: z.boolean() })),
  }),
])

/** The first digits of a piece of the log. */
const timelineOf = (file: string): number => Number.parseInt(file.slice(0, 8), 16)

/** The lines of deploy/ha/backups.cron: what cron gives to a shell. */
function scheduled(): { env: string; full: string; differential: string; age: string } {
  const lines = readFileSync(path.join(root, 'deploy/ha/backups.cron'), 'utf8').split('\n')
  const commands = lines.flatMap((line) => /^(?:\S+ ){4}\S+\s+postgres\s+(.+)$/.exec(line)?.[1] ?? [])
  const env = lines.find((line) => line.startsWith('PATH=')) ?? ''
  const [full, differential, age, ...more] = commands
  assert(full && differential && age && more.length === 0, 'the lines of backups.cron')
  return { env, full, differential, age }
}

async function play(folder: string, programs: { postgres: string }, releases: (() => unknown)[]): Promise<void> {
  const place = (name: string) => makeFolder(path.join(folder, name))
  const { pgbackrest } = findPrograms('recovery of a cluster', ['pgbackrest', 'jq'])
  const backups = { pgbackrest, folder: place('repository') }
  const cluster = await step('a cluster of three', () =>
    formCluster(folder, { ...programs, isSynchronous: true, backups }),
  )
  releases.push(cluster.dissolve)
  const { network, members, machines, certificates } = cluster

  const primary = async (): Promise<Member> => {
    const machine = await primaryOf(machines)
    const found = members.find((member) => member.machine === machine)
    if (!found) throw new Error('there is no primary')
    return found
  }
  const sql = async (statement: string): Promise<string> => (await primary()).run('psql', ['-Atc', statement])
  const info = async () =>
    stanzas.parse(JSON.parse(await (await primary()).run(pgbackrest, ['--stanza=sejour', 'info', '--output=json'])))[0]
  const cron = scheduled()
  /** Output of a line on each of the members at the same time, as cron runs it. */
  const runLine = (line: string) =>
    Promise.all(members.map((member) => member.run('/bin/sh', ['-c', `${cron.env}; { ${line}; } 2>&1`])))
  /** Closes the present piece of the log, and waits until the archive has it. */
  async function archiveAll(): Promise<string> {
    const file = await sql('select pg_walfile_name(pg_current_wal_lsn())')
    await sql('select pg_switch_wal()')
    await until(`${file} is archived`, async () => ((await info()).archive.at(-1)?.max ?? '') >= file)
    return file
  }

  await step('the repository is made, and the archive works', async () => {
    const first = await primary()
    await first.run(pgbackrest, ['--stanza=sejour', 'stanza-create'])
    await first.run(pgbackrest, ['--stanza=sejour', 'check'])
  })

  /** Patroni's list may be a moment old: each member is asked as well. */
  async function isWhole(): Promise<boolean> {
    if (!(await cluster.isWhole())) return false
    const answers = await Promise.allSettled(members.map((member) => member.run('psql', ['-Atc', 'select 1'])))
    return answers.every(({ status }) => status === 'fulfilled')
  }

  // One node of the service.
  const machine = network.add('n1')
  const api = `http://${machine.address}:${PORT}/api/v1`
  const mailbox = await startMailbox(network.host)
  releases.push(() => mailbox.close())
  const provider = await startProvider(() => `${api}/stripe/webhook`, network.host)
  releases.push(() => provider.close())
  const servers = machines.map(({ address }) => `${address}:5432`).join()
  const database = {
    // The certificate names none of the addresses.
    DATABASE_URL: `postgres://${ROLE.user}:${ROLE.password}@${servers}/sejour?sslmode=verify-ca`,
    DATABASE_CA: certificates.ca,
  }
  const surroundings = {
    providerUrl: provider.url,
    smtpUrl: `smtp://${network.host}:${mailbox.port}`,
    files: place('files'),
  }
  const own = place('n1')
  const node = defineNode({
    ...surroundings,
    index: 0,
    host: machine.address,
    port: PORT,
    folder: own,
    publicUrl: `http://${machine.address}:${PORT}`,
    // As the guide says for a restore, to which the cluster comes at the end.
    env: { ...database, METRICS_PORT: String(METRICS_PORT), RESTORED: 'true' },
    within: machine.within,
  })
  releases.push(() => node.part.end('SIGKILL'))
  const nodeLog = () => readFileSync(path.join(own, 'log'), 'utf8')
  const startService = async () => {
    node.part.start()
    await until('the node takes changes', () => isWritable(node))
  }
  await step('the node is ready', startService)
  const admin = async (...args: string[]): Promise<string> => {
    const env = { ...environmentOf({ ...surroundings, origin: api }), ...database, PATH: process.env.PATH }
    return (await promisify(execFile)(process.execPath, ['src/cli/admin.ts', ...args], { cwd: root, env })).stdout
  }
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`http://${machine.address}:${METRICS_PORT}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  }

  const dispatcher = new Agent()
  releases.push(() => dispatcher.close())
  const people = { api, dispatcher, mails: mailbox.raw }
  const { guests, made, paid } = await newMarket(people, admin, EXTENT)
  const finish = startLoad(guests, 0)

  await delay(LOAD_MS)
  const first = await primary()
  await step('the full backup of backups.cron, on each member, while guests book', async () =>
    assert.deepEqual(await runLine(cron.full), ['', '', '']),
  )
  assert.deepEqual(
    (await info()).backup.map(({ type, error, archive }) => [type, error, timelineOf(archive.start)]),
    [['full', false, 1]],
  )

  await step('archiving that fails is reported, and recovers by itself', async () => {
    assert.equal(await metric('database_archive_failing'), 0)
    renameSync(backups.folder, `${backups.folder}.away`)
    await sql('select pg_switch_wal()')
    await until('/metrics tells it', async () => (await metric('database_archive_failing')) === 1)
    renameSync(`${backups.folder}.away`, backups.folder)
    await archiveAll()
    await until('/metrics tells the end', async () => (await metric('database_archive_failing')) === 0)
  })

  await step('the machine of the primary is killed, and another member takes writes', async () => {
    first.signal('SIGKILL')
    await until('there is another primary', async () => (await primary()) !== first)
    await until('the node takes changes', () => isWritable(node))
  })
  const second = await primary()
  first.start()
  await step('the cluster is whole again', () => until('three members', isWhole))
  await step('the archive goes on from the new primary', async () => assert.equal(timelineOf(await archiveAll()), 2))
  assert.equal(await metric('database_epoch'), 1)
  await step('the differential backup of backups.cron, on each member', async () => {
    const [warning = '', ...more] = (await runLine(cron.differential)).filter((text) => text !== '')
    assert.match(
      warning,
      /^WARN: a timeline switch has occurred since the \S+ backup, enabling delta checksum\n *HINT: .*$/,
    )
    assert.deepEqual(more, [])
  })
  assert.deepEqual(
    (await info()).backup.map(({ type, error, archive }) => [type, error, timelineOf(archive.start)]),
    [
      ['full', false, 1],
      ['diff', false, 2],
    ],
  )
  const ageFile = path.join(place('exporter'), 'sejour_backup.prom')
  const age = cron.age
    .replace('/usr/local/bin/backup-age', path.join(root, 'deploy/ha/backup-age'))
    .replace('/var/lib/prometheus/node-exporter/sejour_backup.prom', ageFile)
  assert.equal(await second.run('/bin/sh', ['-c', `${cron.env}; { ${age}; } 2>&1`]), '')
  const backupAt = Number(/^sejour_backup_timestamp_seconds (\d+)$/m.exec(readFileSync(ageFile, 'utf8'))?.[1])
  assert(Math.abs(Date.now() / 1_000 - backupAt) < 60, 'the metric has the time of the backup')

  const replaced = members.find((member) => member !== first && member !== second)
  assert(replaced)
  await step('a member without its folder comes from the repository', async () => {
    await replaced.stop()
    replaced.setDataAside()
    await replaced.run(pgbackrest, ['--stanza=sejour', '--type=standby', 'restore'])
    const before = replaced.output().length
    replaced.start()
    await until('three members', isWhole)
    assert.doesNotMatch(replaced.output().slice(before), /basebackup|bootstrap from|pg_rewind/)
  })

  // The moment to go back to.
  await delay(LOAD_MS)
  const moment = Date.now()
  await delay(AFTER_MS + LOAD_MS)
  await step('the archive has the moment, guests go on', archiveAll)
  const figures = await finish()
  assert.equal(figures.lost, 0, 'a request was never answered')

  const stoppedAt = Date.now()
  await step('the node and all members have stopped', async () => {
    await node.part.end()
    await Promise.all(members.map((member) => member.stop()))
  })
  await step('the cluster is removed from etcd', () =>
    first.run(
      'patronictl',
      ['-c', path.join(folder, first.machine.name, 'patroni.yml'), 'remove', 'sejour'],
      'sejour\nYes I am aware\n',
    ),
  )
  for (const member of members) member.setDataAside()
  await step(`restored to ${new Date(moment).toISOString()}, on another member than the backups are from`, async () => {
    replaced.beginFrom(new Date(moment))
    replaced.start()
    await until('it is the primary', async () => (await primary()) === replaced)
  })
  replaced.beginFrom()
  await step('the other members are copied', async () => {
    for (const member of members) member.start()
    await until('three members', isWhole)
  })
  assert.equal(
    await sql(
      "select count(*) from pg_settings where name ~ '^recovery_target_(time|action)$' and source <> 'default'",
    ),
    '0',
  )
  await step('a full backup of the new timeline', async () => assert.deepEqual(await runLine(cron.full), ['', '', '']))
  assert.equal(timelineOf((await info()).backup.at(-1)?.archive.start ?? ''), 3)

  const restartedAt = Date.now()
  const logged = nodeLog().length
  await step('the node has asked the provider and takes changes', startService)
  assert.match(nodeLog().slice(logged), /reconciled with the payment provider/)
  say(`guests were without answers for ${((Date.now() - stoppedAt) / 1_000).toFixed(1)} s`)
  const finishLater = startLoad(guests, LATER_SLOT)
  await delay(LOAD_MS)
  assert.equal((await finishLater()).lost, 0, 'a request was never answered')
  const { lostPaid } = await checkRecovery({ api, made, paid, moment, restartedAt, admin, metric, say })
  assert(lostPaid.length > 0, 'money came in after the moment')
  await archiveAll()
  await node.part.end()
}

const programs = preparePrograms()
if ('reason' in programs) {
  console.log(`LEFT OUT: recovery of a cluster is not played: ${programs.reason}.`)
  process.exit(process.env.CI_REQUIRE_ALL ? 1 : 0)
}
const begun = Date.now()
const home = makeFolder(mkdtempSync(path.join(tmpdir(), 'sejour-recovery-')))
const releases: (() => unknown)[] = []
try {
  await play(home, programs, releases)
  say(`Backups and recovery of a cluster hold (${Math.round((Date.now() - begun) / 1_000)} s).`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const release of releases.reverse()) await release()
  if (process.exitCode === undefined) rmSync(home, { recursive: true, force: true })
  else say(`what was printed is in ${home}`)
  // The guests of a play that failed go on asking.
  process.exit()
}
