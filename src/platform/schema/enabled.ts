import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Queryable, Transaction } from '../db/client.ts'
import { isBusy } from '../db/errors.ts'
import { queries } from '../db/queries.ts'

/** Releases that an operator enables when no node of an earlier release is left (docs/upgrading.md, "Steps by version"). */

/** @param warn is called while an upgraded database is not enabled. */
export async function remindToEnable(db: Queryable, warn: (text: string) => void): Promise<void> {
  const [found] = await db<{ is_enabled: boolean }[]>`select is_enabled()`
  if (found?.is_enabled === false)
    warn('Rows that 0.1 cannot read are refused. When no node of 0.1 is left: npm run admin -- enable 0.2')
  const [enabled] = await db`select release from enabled_releases where release = '0.3'`
  if (!enabled) warn('Stays of channels owe nothing here. When no node of 0.2 is left: npm run admin -- enable 0.3')
  else if ((await queries.schema.listNarrowKeys(db, {})).length > 0)
    warn('Some keys have 32 bits still: npm run admin -- enable 0.3')
  if (!(await queries.schema.isEnabled(db, { release: '0.4' })).is_enabled)
    warn('Triggers for nodes of 0.3 are still there. When none is left: npm run admin -- enable 0.4')
}

/** Allows rows that nodes of 0.1 cannot read: drops the index without which these make no balances. */
export async function enableRelease(db: Queryable): Promise<void> {
  await db`drop index if exists payments_one_balance`
}

/** Wait this long for the lock of a table, in milliseconds: other statements wait behind it. */
const LOCK_MS = 1_000
const PAUSE_MS = 500
/** Attempts at a table that is busy. */
const TRIES = 60

/**
 * Gives all keys 64 bits, table by table. It says how long a table took, with the waiting, if that was more than a second. The tables before one that
 * fails stay as they are. A second command waits for the first one.
 * @throws Error that names the table, when it is busy for about a minute and a half or PostgreSQL refuses.
 */
export async function widenKeys(db: Database, say: (text: string) => void): Promise<void> {
  for (const { table } of await queries.schema.listNarrowKeys(db, {})) {
    const begin = performance.now()
    await widen(db, table)
    const seconds = (performance.now() - begin) / 1_000
    if (seconds > 1) say(`${table}: keys of 64 bits after ${seconds.toFixed(1)} s, with the waiting`)
  }
}

const widen = (db: Database, table: string): Promise<void> =>
  lockTable(db, table, 'Its keys have 32 bits still', async (tx) => {
    await queries.schema.widenKeys(tx, { table })
    // Another type takes the statistics of a column away, and few later changes would bring them back.
    await tx.unsafe(`analyze ${table}`)
  })

/** Changes a table in a transaction, again and again while its lock is not free. @throws Error that names the table, and what is left. */
async function lockTable(
  db: Database,
  table: string,
  still: string,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${`${LOCK_MS}`}, true), set_config('statement_timeout', '0', true)`
        await tx`select pg_advisory_xact_lock(hashtextextended('sejour keys', 0))`
        await work(tx)
      })
      return
    } catch (cause) {
      const left = `${still}, and nothing of this release is enabled: run the command again`
      if (!isBusy(cause)) throw new Error(`${table}: ${reasonOf(cause)}. ${left} when that is gone.`, { cause })
      if (attempt === TRIES) throw new Error(`${table} is in use. ${left}.`, { cause })
      await delay(PAUSE_MS)
    }
  }
}

/** The words of PostgreSQL, with the object that it names. */
function reasonOf(cause: unknown): string {
  const detail = cause instanceof Error && 'detail' in cause ? `: ${cause.detail}` : ''
  return `${cause instanceof Error ? cause.message : cause}${detail}`
}

/** Makes stays of channels that arrive after today owe their prices, as far as the property collects them. The first day that is stored stays. */
export async function enableCollecting(db: Queryable): Promise<void> {
  await db`
    insert into enabled_releases (release, enabled_on) values ('0.3', (now() at time zone 'UTC')::date)
    on conflict do nothing`
}

/** Functions of triggers that nodes of 0.3 need: transactions of later releases do themselves what these do. */
const RETIRED = [
  'refuse_until_checked()',
  'task_of_departure()',
  'task_of_feed()',
  'tasks_follow_feeds(uuid)',
  'task_of_member()',
  'arrival_of_archived()',
]

/**
 * Takes the triggers away that nodes of 0.3 need, table by table, then their functions.
 * @throws Error that names the table, when it is busy for about a minute and a half or PostgreSQL refuses.
 */
export async function retireTriggers(db: Database): Promise<void> {
  for (const { table, triggers } of await queries.schema.listTriggers(db, { functions: RETIRED }))
    await lockTable(db, table, 'It has triggers for nodes of 0.3 still', async (tx) => {
      for (const name of triggers) await tx.unsafe(`drop trigger if exists ${name} on ${table}`)
    })
  for (const name of RETIRED) await db.unsafe(`drop function if exists ${name}`)
  await db`insert into enabled_releases (release, enabled_on) values ('0.4', (now() at time zone 'UTC')::date) on conflict do nothing`
}
