import { describe, expect } from 'vitest'
import { isolated, test } from '../../support/app.ts'
import { expectHomesInStep } from '../../support/booking.ts'
import { bookDays, close } from '../../support/calendars.ts'
import { cancelled, channelScene, eventOf, notifiedTypes, range, send, sold, stays } from '../../support/channels.ts'

describe('nights that are taken already', () => {
  test('are kept overbooked, alerted, sold to nobody else, and become ordinary when the other stay goes', async ({
    t,
  }) => {
    const { owner, home, support, deliver } = await channelScene(t)
    await deliver(eventOf(sold(30, 33, { booking_id: 'first' })))
    await deliver(eventOf(sold(32, 36, { booking_id: 'second' })))
    expect(await stays(t)).toMatchObject([
      { stay: range(30, 33), overbooked: false },
      { stay: range(32, 36), overbooked: true },
    ])
    expect(await notifiedTypes(t, owner)).toContain('reservation_overbooked')
    expect(await notifiedTypes(t, support)).toEqual(['reservation_overbooked'])
    const list = await t.call('GET', '/reservations?as=owner', undefined, owner)
    expect(list.body.data.map(({ overbooked }: { overbooked: boolean }) => overbooked)).toEqual([true, false])
    // Nights that only the overbooked stay has.
    expect((await bookDays(t, await t.user(), home, 34, 36)).status).toBe(409)
    expect((await close(t, owner, home, 34, 35)).status).toBe(409)
    await deliver(eventOf(cancelled(10, { booking_id: 'first' })))
    expect(await stays(t)).toMatchObject([{ stay: null }, { stay: range(32, 36), overbooked: false }])
    expect((await bookDays(t, await t.user(), home, 30, 32)).status).toBe(201)
    await expectHomesInStep(t)
  })

  isolated('by a closure or by a guest who is paying are overbooked too', async ({ t }) => {
    const { owner, home, deliver } = await channelScene(t)
    await close(t, owner, home, 30, 31)
    expect((await bookDays(t, await t.user(), home, 40, 42)).status).toBe(201)
    await deliver(eventOf(sold(31, 33, { booking_id: 'a' })), eventOf(sold(41, 43, { booking_id: 'b' })))
    const rows = await stays(t)
    expect(rows.slice(1)).toMatchObject([{ overbooked: true }, { overbooked: true }])
  })

  isolated('by concurrent channels and guests: each night has one guest, or one and an overbooking', async ({ t }) => {
    const { home, secret } = await channelScene(t)
    const guests = await Promise.all(Array.from({ length: 6 }, () => t.user()))
    const bookings = Array.from({ length: 6 }, (_, index) =>
      eventOf(sold(30 + index, 33 + index, { booking_id: `c${index}` })),
    )
    await Promise.all([
      ...guests.map((guest, index) => bookDays(t, guest, home, 29 + index, 32 + index)),
      ...bookings.map((event) => send(t, secret, event)),
      t.drain(),
    ])
    await t.drain()
    const clashes = await t.db`
      select from occupancy a join occupancy b on a.id < b.id and a.stay && b.stay
      where not a.overbooked and not b.overbooked`
    expect(clashes).toHaveLength(0)
    expect((await stays(t)).filter(({ status }) => status === 'confirmed')).toHaveLength(6)
    const alerted = await t.db`
      select from occupancy o where o.overbooked and not exists (
        select from notifications n
        where n.type = 'reservation_overbooked' and (n.data ->> 'reservation_id')::bigint = o.reservation_id)`
    expect(alerted).toHaveLength(0)
    await expectHomesInStep(t)
  })
})
