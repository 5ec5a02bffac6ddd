import { expect, vi } from 'vitest'
import { transaction } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { admin } from '../../support/admin.ts'
import { alone, type TestApp, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { SOON } from '../../support/refusals.ts'
import { upgradeFrom03 } from '../../support/upgraded.ts'

/** Makes the database look as if its server had changed since the last beat. */
async function move({ db, app }: TestApp): Promise<void> {
  // The first beat makes the database known.
  for (let count = 0; count < 2; count++) await app.heartbeat.beat()
  await db`update installation set started_at = started_at - interval '1 hour', beaten_at = now()`
}

const REFUSED = { code: '57P03' }

/** As a node of 0.3 does, whose transactions ask nothing. */
const byOlderNode = ({ db }: TestApp) =>
  db.begin((tx) => tx`insert into contacts (name, departs_on) values ('Ada', current_date)`)

alone('nothing gets a number before a node has looked at a database that has moved', async ({ t }) => {
  const { home, guest } = await scene(t)
  await move(t)
  await expect(transaction(t.db, async () => undefined)).rejects.toMatchObject(REFUSED)
  const early = await book(t, guest, stay(home))
  expect([early.status, early.headers['retry-after']]).toEqual([503, SOON])
  expect((await t.call('GET', `/properties/${home}`)).status).toBe(200)
  await t.app.heartbeat.beat()
  expect((await book(t, guest, stay(home))).status).toBe(201)
})

alone('a work that goes on after the refusal commits nothing', async ({ t }) => {
  const { guest } = await scene(t)
  await move(t)
  const done = vi.fn()
  const refused = transaction(t.db, async (tx) => {
    await tx`select`.catch(() => undefined)
    await tx.savepoint((inner) => inner`select`).catch(() => undefined)
    await tx`update users set first_name = 'Lost' where id = ${guest.id}`.catch(done)
  })
  await expect(refused).rejects.toMatchObject(REFUSED)
  expect(done).toHaveBeenCalledOnce()
  expect(await t.db`select from users where first_name = 'Lost'`).toEqual([])
})

alone('until 0.4 is enabled, nodes of 0.3 are refused as well', async ({ t }) => {
  const { home, guest } = await scene(t)
  await upgradeFrom03(t.db)
  await move(t)
  await expect(byOlderNode(t)).rejects.toMatchObject(REFUSED)
  await expect(transaction(t.db, async () => undefined)).rejects.toMatchObject(REFUSED)
  await t.app.heartbeat.beat()
  await byOlderNode(t)
  await admin(t, 'enable', '0.4')
  expect(await t.db`select from pg_proc where proname = 'refuse_until_checked'`).toEqual([])
  expect((await book(t, guest, stay(home))).status).toBe(201)
})

test('a statement that gives out numbers takes a transaction, which has asked', async ({ t }) => {
  const report = { user_id: 0, other_id: 0, reason: 'rude' }
  // @ts-expect-error a pool asks nothing
  const outside = () => queries.messages.insertReport(t.db, report)
  expect(outside).toBeTypeOf('function')
  expect(await transaction(t.db, (tx) => queries.messages.insertReport(tx, report))).toBeUndefined()
})

test('every sequence is there after a failover: one that is not logged is unreadable on a standby that is promoted early', async ({
  t,
}) => {
  expect(await t.db`select relname from pg_class where relkind = 'S' and relpersistence = 'u'`).toEqual([])
})
