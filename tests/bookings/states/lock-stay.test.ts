import { describe, expect, vi } from 'vitest'
import { completeStays } from '../../../src/bookings/reservations/completion.jobs.ts'
import { collectBalances } from '../../../src/bookings/settlement/balance.jobs.ts'
import { lockStay, stayOf } from '../../../src/bookings/states/lock-stay.ts'
import { inDays, isolated, type TestApp, test } from '../../support/app.ts'
import { channelScene, eventOf, modified, send, sold, stays } from '../../support/channels.ts'
import { moneyShown, record, remove } from '../../support/elsewhere.ts'
import { paid, reserved, show } from '../../support/payments.ts'
import { deposited } from '../../support/settlement.ts'
import { moveTo } from '../../support/stays.ts'

const lockOf = (home: string) => `hashtextextended('${home}', 0)`

/** Counts the transactions that wait for the calendar lock of a home. */
async function waitersOf(t: TestApp, home: string): Promise<number> {
  const [row] = await t.db.unsafe<{ waiting: number }[]>(`
    select count(*)::integer as waiting from pg_locks
    where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = ${lockOf(home)}`)
  return row?.waiting ?? 0
}

const untilAwaited = (t: TestApp, home: string) =>
  vi.waitFor(async () => expect(await waitersOf(t, home)).toBeGreaterThan(0), { timeout: 20_000, interval: 20 })

/**
 * Moves a stay to another home while `write` wants to change it. Somebody else has the new home's lock by then: a writer that has the lock
 * of the old home only would not wait for it.
 */
async function writeWhileItMoves(t: TestApp, id: number, from: string, to: string, write: () => Promise<unknown>) {
  let isDone = false
  const [moving, holding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = Promise.withResolvers<void>()
  const relocation = t.db.begin(async (tx) => {
    for (const home of [from, to].toSorted()) await tx.unsafe(`select pg_advisory_xact_lock(${lockOf(home)})`)
    await tx`update reservations set property_id = ${to} where id = ${id}`
    await tx`delete from occupancy where reservation_id = ${id}`
    await tx`insert into occupancy (property_id, kind, stay, reservation_id)
      select property_id, 'stay', daterange(check_in, check_out), id from reservations where id = ${id}`
    held.resolve()
    await moving.promise
  })
  await held.promise
  const other = t.db.begin(async (tx) => {
    await tx.unsafe(`select pg_advisory_xact_lock(${lockOf(to)})`)
    await holding.promise
  })
  await untilAwaited(t, to)
  const written = write().finally(() => {
    isDone = true
  })
  await untilAwaited(t, from)
  moving.resolve()
  await relocation
  await untilAwaited(t, to)
  expect(isDone).toBe(false)
  holding.resolve()
  await other
  return written
}

describe('a writer of a stay that moves to another home meanwhile waits for the lock of that home', () => {
  test.for([
    ['the guest cancels', 'cancelled', (t, { id, guest }) => t.call('POST', `/reservations/${id}/cancel`, {}, guest)],
    [
      'the company cancels',
      'cancelled',
      (t, { id, owner }) => t.call('POST', `/reservations/${id}/cancel`, { refund: 'all' }, owner),
    ],
    ['the owner moves it', 'cancelled', (t, { id, owner }) => moveTo(t, owner, id, 'cancelled')],
  ] as [string, string, (t: TestApp, scene: Awaited<ReturnType<typeof paid>>) => Promise<{ status: number }>][])(
    '%s',
    async ([, status, write], { t }) => {
      const scene = await paid(t)
      const other = await t.home(scene.owner)
      const answer = await writeWhileItMoves(t, scene.id, scene.home, other, () => write(t, scene))
      expect(answer).toMatchObject({ status: 200 })
      expect(await show(t, scene.guest, scene.id)).toMatchObject({ status, property_id: other })
      expect(await t.db`select from occupancy where reservation_id = ${scene.id}`).toHaveLength(0)
    },
  )

  test('its money arrives', async ({ t }) => {
    const scene = await reserved(t)
    const other = await t.home(scene.owner)
    const events = t.pay(scene.url)
    await writeWhileItMoves(t, scene.id, scene.home, other, () => t.deliver(events))
    expect((await show(t, scene.guest, scene.id)).status).toBe('confirmed')
  })

  test('its balance is collected', async ({ t }) => {
    const scene = await deposited(t)
    const other = await t.home(scene.owner)
    await t.db`update reservations set balance_due_on = ${inDays(0)} where id = ${scene.id}`
    await writeWhileItMoves(t, scene.id, scene.home, other, () => collectBalances.run(t.app, {}))
    expect((await show(t, scene.guest, scene.id)).payments).toHaveLength(2)
  })

  test('its guest pays the balance early', async ({ t }) => {
    const scene = await deposited(t)
    const other = await t.home(scene.owner)
    const link = (await show(t, scene.guest, scene.id)).balance.payment_url
    await writeWhileItMoves(t, scene.id, scene.home, other, () => t.call('POST', `/${new URL(link).pathname}`))
    expect((await show(t, scene.guest, scene.id)).payments).toHaveLength(2)
  })

  test('it is over', async ({ t }) => {
    const scene = await paid(t)
    const other = await t.home(scene.owner)
    await t.db`update reservations set check_in = ${inDays(-5)}, check_out = ${inDays(-3)} where id = ${scene.id}`
    await writeWhileItMoves(t, scene.id, scene.home, other, () => completeStays.run(t.app, {}))
    expect((await show(t, scene.guest, scene.id)).status).toBe('completed')
  })

  test('its company records money, and deletes the entry', async ({ t }) => {
    const scene = await deposited(t)
    const other = await t.home(scene.owner)
    const entry = () => record(t, scene.owner, scene.id, 210, { pays: 'balance' })
    expect(await writeWhileItMoves(t, scene.id, scene.home, other, entry)).toMatchObject({ status: 201 })
    const paid = (await moneyShown(t, scene.owner, scene.id)).entries.at(-1)
    expect(paid).toMatchObject({ kind: 'balance', amount: 210 })
    // Its invoice is there, so that the deletion waits for nothing else.
    await t.drain()
    const deletion = () => remove(t, scene.owner, scene.id, paid.payment_id)
    expect(await writeWhileItMoves(t, scene.id, other, scene.home, deletion)).toMatchObject({ status: 200 })
    expect((await moneyShown(t, scene.owner, scene.id)).due).toBe(210)
  })

  isolated('its channel changes it, which keeps the home that the company has chosen', async ({ t }) => {
    const { owner, home, secret, deliver } = await channelScene(t)
    await deliver(eventOf(sold(20, 23)))
    const other = await t.home(owner)
    const id = (await stays(t))[0]?.id ?? 0
    const change = async () => {
      expect((await send(t, secret, eventOf(modified(21, 24, 30)))).status).toBe(200)
      await t.drain()
    }
    await writeWhileItMoves(t, id, home, other, change)
    expect(await stays(t)).toMatchObject([{ id, property_id: other, check_in: inDays(21), check_out: inDays(24) }])
    expect(await t.db`select property_id from occupancy where reservation_id = ${id}`).toEqual([{ property_id: other }])
  })
})

test('a stay that moves back and forth is changed where it is, with the lock of that home', async ({ t }) => {
  const { owner, home, id } = await paid(t)
  const other = await t.home(owner)
  const moves = Array.from({ length: 10 }, (_, index) =>
    lockStay(
      t.app,
      stayOf(id),
      async (tx, stay) => {
        const to = stay.property_id === home ? other : home
        await tx`update reservations set property_id = ${to} where id = ${id}`
        return index
      },
      [home, other],
    ),
  )
  const reads = Array.from({ length: 30 }, () =>
    lockStay(t.app, stayOf(id), async (tx, stay) => {
      const [row] = await tx<{ property_id: string }[]>`select property_id from reservations where id = ${id}`
      return row?.property_id === stay.property_id
    }),
  )
  expect(new Set(await Promise.all(reads))).toEqual(new Set([true]))
  expect(await Promise.all(moves)).toHaveLength(10)
})
