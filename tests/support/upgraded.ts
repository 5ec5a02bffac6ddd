import type { Database } from '../../src/platform/db/client.ts'
import { FILES, go } from './migrations.ts'

/** The migrations of 0.4 that leave what nodes of 0.3 need in a database with accounts. */
export const UPGRADE = /^20261208/

/** Makes a database with accounts what one of 0.3 is after its upgrade, before `npm run admin -- enable 0.4`. */
export async function upgradeFrom03(db: Database): Promise<void> {
  const files = FILES.filter((file) => UPGRADE.test(file))
  for (const file of files.toReversed()) await go(db, 'down', file)
  for (const file of files) await go(db, 'up', file)
}
