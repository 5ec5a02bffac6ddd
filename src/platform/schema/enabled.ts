import type { Queryable } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import type { SealedRow } from '../lib/sealed.ts'

/** Releases that an operator enables when no node of an earlier release is left (docs/upgrading.md, "Steps by version"). */

/** @param warn is called while an upgraded database is not enabled. */
export async function remindToEnable(db: Queryable, warn: (text: string) => void): Promise<void> {
  const [found] = await db<{ is_enabled: boolean }[]>`select is_enabled()`
  if (found?.is_enabled === false)
    warn('Rows that 0.1 cannot read are refused. When no node of 0.1 is left: npm run admin -- enable 0.2')
  const [enabled] = await db`select release from enabled_releases where release = '0.3'`
  if (!enabled) warn('Stays of channels owe nothing here. When no node of 0.2 is left: npm run admin -- enable 0.3')
}

/** Has rows written that nodes of 0.1 cannot read: drops the index without which these make no balances. */
export async function enableRelease(db: Queryable): Promise<void> {
  await db`drop index if exists payments_one_balance`
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
