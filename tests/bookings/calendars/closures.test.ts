import { describe, expect } from 'vitest'
import { alone, inDays, test } from '../../support/app.ts'
import { expectHomesInStep, scene } from '../../support/booking.ts'
import { bookDays, bulk, close, closures, days, statuses, url } from '../../support/calendars.ts'

describe('closures', () => {
  test('are made, overlap each other, keep guests out, and are deleted one by one', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const made = await close(t, owner, home, 10, 12, 'Vacances')
    expect([made.status, made.body.data]).toEqual([
      201,
      { id: expect.any(Number), ...days(10, 12), reason: 'Vacances' },
    ])
    expect((await close(t, owner, home, 12, 14)).status).toBe(201)
    expect((await bookDays(t, guest, home, 12, 13)).status).toBe(409)
    expect((await bookDays(t, guest, home, 15, 16)).status).toBe(201)
    expect((await t.call('DELETE', url(home, `close/${made.body.data.id}`), undefined, owner)).status).toBe(200)
    expect((await t.call('DELETE', url(home, `close/${made.body.data.id}`), undefined, owner)).status).toBe(404)
    expect(await statuses(t, home, 10, 14)).toEqual(['available', 'available', 'closed', 'closed', 'closed'])
    await expectHomesInStep(t)
  })

  test('are refused where they touch a reservation of any status', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const { reservation_id } = (await bookDays(t, guest, home, 10, 12)).body.data
    for (const status of ['pending', 'cancelled', 'expired', 'declined', 'completed']) {
      if (status !== 'pending')
        await t.db`update reservations set status = ${status}, hold_expires_at = null where id = ${reservation_id}`
      expect((await close(t, owner, home, 11, 13)).status, status).toBe(409)
      expect((await bulk(t, owner, home, { action: 'block', ...days(8, 10) })).status, status).toBe(409)
    }
    expect((await close(t, owner, home, 12, 13)).status).toBe(201)
    expect((await close(t, owner, home, 8, 9)).status).toBe(201)
  })

  alone('a range deletes every closure that it touches, whole', async ({ t }) => {
    const { owner, home } = await scene(t)
    for (const [from, to] of [
      [5, 9],
      [12, 13],
      [20, 25],
    ] as const)
      await close(t, owner, home, from, to)
    const remove = (query: string) => t.call('DELETE', url(home, `close?${query}`), undefined, owner)
    expect((await remove(`from=${inDays(9)}&to=${inDays(12)}`)).body.data).toEqual({ deleted: 2 })
    expect(await closures(t)).toMatchObject([days(20, 25)])
    expect((await remove(`from=${inDays(1)}`)).body.data).toHaveProperty('to')
    expect((await remove(`from=${inDays(2)}&to=${inDays(1)}`)).status).toBe(400)
    await expectHomesInStep(t)
  })

  test('the range of closures to delete comes from the query or a JSON body; the query comes first', async ({ t }) => {
    const { owner, home } = await scene(t)
    const remove = (query: string, body?: object) => t.call('DELETE', `${url(home, 'close')}${query}`, body, owner)
    await close(t, owner, home, 10, 12)
    await close(t, owner, home, 20, 22)
    expect((await remove('', { from: inDays(9), to: inDays(10) })).body.data).toEqual({ deleted: 1 })
    expect((await remove(`?from=${inDays(30)}`, { from: inDays(20), to: inDays(31) })).body.data).toEqual({
      deleted: 0,
    })
    const missing = await remove('', { from: inDays(20) })
    expect([missing.status, Object.keys(missing.body.data)]).toEqual([400, ['to']])
    expect((await remove('', [] as object)).status).toBe(400)
    expect((await remove(`?from=${inDays(20)}&to=${inDays(20)}`)).body.data).toEqual({ deleted: 1 })
  })

  alone('a closure is ten years long, also by a block, which an unblock opens', async ({ t }) => {
    const { owner, home } = await scene(t)
    const path = url(home, 'close')
    const closure = (days: number) => t.call('POST', path, { start_date: inDays(1), end_date: inDays(days) }, owner)
    expect((await closure(3_653)).status).toBe(201)
    expect((await closure(3_654)).body.data).toEqual({
      end_date: ['La période est trop longue : 3\u202f653 jours au plus.'],
    })
    expect(
      (await bulk(t, owner, home, { action: 'unblock', start_date: inDays(1), end_date: inDays(3_653) })).status,
    ).toBe(200)
    expect(await closures(t)).toEqual([])
    expect(
      (await bulk(t, owner, home, { action: 'block', start_date: inDays(1), end_date: inDays(3_653) })).status,
    ).toBe(200)
    expect(await closures(t)).toHaveLength(1)
    await expectHomesInStep(t)
  })
})
