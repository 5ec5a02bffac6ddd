import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Queryable } from '../db/client.ts'
import { isBusy } from '../db/errors.ts'
import { queries } from '../db/queries.ts'
import type { SealedRow } from '../lib/sealed.ts'

/** Releases that an operator enables when no node of an earlier release is left (docs/upgrading.md, "Steps by version"). */

/** @param warn is called while an upgraded database is not enabled. */
export async function remindToEnable(db: Queryable, warn: (text: string) => void): Promise<void> {
  const [found] = await db<{ is_enabled: boolean }[]>`select is_enabled()`
  if (found?.is_enabled === false)
    warn('Rows that 0.1 cannot read are refused. When no node of 0.1 is left: npm run admin -- enable 0.2')
  const [enabled] = await db`select release from enabled_releases where release = '0.3'`
  const narrow = await queries.schema.listNarrowKeys(db, {})
  if (!enabled || narrow.length > 0)
    warn(
      'Stays of channels owe nothing here, or keys have 32 bits. When no node of 0.2 is left: npm run admin -- enable 0.3',
    )
}

/** Has rows written that nodes of 0.1 cannot read: drops the index without which these make no balances. */
export async function enableRelease(db: Queryable): Promise<void> {
  await db`drop index if exists payments_one_balance`
}

/** Statements wait behind a lock that is asked for, so it is asked for so long only, in milliseconds. */
const LOCK_MS = 1_000
const PAUSE_MS = 500
/** A table that is busy is tried so often. */
const TRIES = 60

/**
 * Gives all keys 64 bits, table by table, and says how long each was locked. What is done stays when a later table fails.
 * @throws Error when a table is busy for a minute.
 */
export async function widenKeys(db: Database, say: (text: string) => void): Promise<void> {
  for (const { table } of await queries.schema.listNarrowKeys(db, {})) {
    const begin = performance.now()
    await widen(db, table)
    const seconds = (performance.now() - begin) / 1_000
    if (seconds > 1) say(`${table}: keys of 64 bits after ${seconds.toFixed(1)} s`)
  }
}

async function widen(db: Database, table: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${`${LOCK_MS}`}, true), set_config('statement_timeout', '0', true)`
        await queries.schema.widenKeys(tx, { table })
      })
      return
    } catch (cause) {
      if (!isBusy(cause)) throw cause
      if (attempt === TRIES)
        throw new Error(`${table} is in use. Its keys have 32 bits still: run the command again.`, { cause })
      await delay(PAUSE_MS)
    }
  }
}

/** Has stays of channels that arrive after today owe their prices, as far as the property collects them. The first day that is stored stays. */
export async function enableCollecting(db: Queryable): Promise<void> {
  await db`
    insert into enabled_releases (release, enabled_on) values ('0.3', (now() at time zone 'UTC')::date)
    on conflict do nothing`
}

/** The row that a new seal is bound to; undefined while nodes of 0.2 may read it, which open what is bound to none. */
export const boundTo = async (db: Queryable, row: SealedRow): Promise<SealedRow | undefined> =>
  (await queries.schema.isEnabled(db, { release: '0.3' })).is_enabled ? row : undefined
