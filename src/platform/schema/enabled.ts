import type { Queryable } from '../db/client.ts'

/** Rows that nodes of 0.1 cannot read: refused until none is left (docs/upgrading.md, "From 0.1.0 to 0.2.0"). */

/** @param warn is called while an upgraded database is not enabled. */
export async function remindToEnable(db: Queryable, warn: (text: string) => void): Promise<void> {
  const [found] = await db<{ is_enabled: boolean }[]>`select is_enabled()`
  if (found?.is_enabled === false)
    warn('Rows that 0.1 cannot read are refused. When no node of 0.1 is left: npm run admin -- enable 0.2')
}

/** Drops the index without which nodes of 0.1 make no balances. */
export async function enableRelease(db: Queryable): Promise<void> {
  await db`drop index if exists payments_one_balance`
}
