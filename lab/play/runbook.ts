import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { programOf } from '../../tests/support/programs.ts'
import { type Cluster, run, SUPERUSER, until } from './machine.ts'
import type { Place } from './production.ts'

const RUNBOOK = path.resolve(import.meta.dirname, '../..', 'docs/runbook.md')

interface Stage extends Place {
  checkout: string
  /** Variables of a node. */
  env: Record<string, string> & { PORT: string; DATABASE_URL: string; DATABASE_CA: string; PUBLIC_URL: string }
  database: Cluster
  say(text: string): void
}

/** Commands that need what this machine does not have: systemd, Docker, backups, a process that was stopped, a public certificate. */
const ELSEWHERE =
  /^(systemctl|journalctl|docker|sudo -u postgres pgbackrest|kill |ps |top |vmstat |df |certbot |nginx |curl -v$|archive_command|systemd)/
/** Statements of an administrator of PostgreSQL, as the runbook says there. */
const OF_ADMINISTRATOR = /pg_stat_statements_reset|pg_reload_conf|pg_replication_slots|^create extension|^grant /
const COMMANDS =
  /^(npm |select |delete |create extension|grant |PG|curl |systemctl|journalctl|docker|sudo|kill |ps |top |vmstat |df |certbot |nginx )/

/** The commands of the runbook: in sentences, and in blocks. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/```sql\n([\s\S]+?)```/g)].map(([, block = '']) => block.trim())
  const spans = [...text.replaceAll(/```[\s\S]+?```/g, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
  return [
    ...new Set([...blocks, ...spans.map((span) => span.replaceAll(/\s+/g, ' ')).filter((span) => COMMANDS.test(span))]),
  ]
}

/** Plays every command of the runbook, as it stands there, on an install for production. */
export async function playRunbook({ checkout, env, database, home, node, say }: Stage): Promise<void> {
  const { DATABASE_URL, DATABASE_CA, PORT, PUBLIC_URL } = env
  const bin = programOf('postgres')
  const asRole = { PATH: `${bin}:${process.env.PATH}`, DATABASE_URL, PGSSLROOTCERT: DATABASE_CA }
  const administrator = new URL(DATABASE_URL)
  administrator.username = SUPERUSER.user
  administrator.password = SUPERUSER.password
  const psql = (url: string, statement: string) =>
    run(path.join(bin, 'psql'), [url, '-v', 'ON_ERROR_STOP=1', '-c', statement], { cwd: home, env: asRole })
  const locks = await lockRow(database)
  const values: [RegExp | string, string][] = [
    ['<pid>', String(locks.pid)],
    ['<name>', 'homes/search/page'],
    ['<DATABASE_CA>', DATABASE_CA],
    ['https://<your address>', PUBLIC_URL],
    ['http://127.0.0.1:3001', `http://127.0.0.1:${PORT}`],
    ["'…'", "'00000000-0000-0000-0000-000000000000'"],
    ['pg_terminate_backend(pid)', `pg_terminate_backend(${locks.pid})`],
  ]
  const commands = commandsOf(readFileSync(RUNBOOK, 'utf8'))
  const elsewhere = commands.filter((command) => ELSEWHERE.test(command))
  let played = 0
  // An extension is made before it is asked, and the session is ended last that the others look at.
  const turnOf = (command: string) => (command.startsWith('create') ? 0 : command.includes('pg_terminate') ? 2 : 1)
  const ordered = commands
    .filter((command) => !ELSEWHERE.test(command))
    .toSorted((one, other) => turnOf(one) - turnOf(other))
  for (const command of ordered) {
    const whole = values.reduce((text, [from, to]) => text.replaceAll(from, to), command)
    if (whole === 'npm run admin' || whole.includes('<slot>')) continue
    const words = whole.replace(/^npm run (\S+)( -- )?/, '').split(' ')
    let output: string
    if (whole.startsWith('npm run admin'))
      output = await run(node, ['src/cli/admin.ts', ...words], { cwd: checkout, env: adminEnv(whole, env) })
    else if (whole.startsWith('npm run sql:explain'))
      output = await run(node, ['src/cli/sql-explain.ts', ...words], {
        cwd: checkout,
        env: { NODE_ENV: 'production', DATABASE_URL, DATABASE_CA },
      })
    else if (/^(curl|PG)/.test(whole))
      output = await run('bash', ['-c', whole.replace(/^curl -fs/, `curl -fs --cacert ${DATABASE_CA}`)], {
        cwd: home,
        env: asRole,
      })
    else output = await psql(OF_ADMINISTRATOR.test(whole) ? administrator.href : DATABASE_URL, whole)
    if (command.includes('pg_blocking_pids'))
      assert.match(output, new RegExp(`\\b${locks.pid}\\b`), 'the holder of the lock is not shown')
    assert.notEqual(output, '', command)
    played++
  }
  assert(played > 20)
  await locks.ended
  say(`runbook: ${played} commands work; left to machines that have what they need: ${elsewhere.length}`)
}

/** Most commands have the database alone; one that asks the payment provider has the variables of a node. */
const adminEnv = (command: string, env: Stage['env']): Record<string, string> =>
  command.includes('reconcile')
    ? env
    : { NODE_ENV: 'production', DATABASE_URL: env.DATABASE_URL, DATABASE_CA: env.DATABASE_CA }

/** A session that holds a row, and another one that waits for it. */
async function lockRow(database: Cluster): Promise<{ pid: number; ended: Promise<unknown> }> {
  const url = new URL(database.urlOf('sejour'))
  url.searchParams.set('sslmode', 'require')
  const [holder, waiter] = [0, 1].map(() => postgres(url.href, { max: 1, onnotice: () => {} }))
  assert(holder && waiter)
  const held = Promise.withResolvers<number>()
  const holding = holder
    .begin(async (tx) => {
      const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid from installation for update`
      held.resolve(row?.pid ?? 0)
      // Until the runbook ends this session.
      await tx`select pg_sleep(600)`
    })
    .catch(() => undefined)
  const pid = await held.promise
  const waiting = waiter`select from installation for update`.then(() => undefined)
  await until('somebody waits for the row', async () => (await database.waitersFor(pid)) > 0)
  return { pid, ended: Promise.all([holding, waiting]).then(() => Promise.all([holder.end(), waiter.end()])) }
}
