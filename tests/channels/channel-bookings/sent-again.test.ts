import { describe, expect } from 'vitest'
import { housekeeping } from '../../../src/operations/health/housekeeping.ts'
import { alone, isolated, type TestApp, test } from '../../support/app.ts'
import {
  cancelled,
  channelScene,
  daysPass,
  eventOf,
  inbox,
  modified,
  notifiedTypes,
  range,
  send,
  sold,
  stays,
  subscribe,
} from '../../support/channels.ts'

/** A home with a subscription, and what changes it. */
async function changeable(t: TestApp) {
  const people = await channelScene(t)
  const change = (body: object) => t.call('PUT', `/webhook/${people.webhook}/${people.home}/update`, body, people.owner)
  return { ...people, change }
}

describe('a booking of a channel', () => {
  test('that came while its subscription was inactive, or masked, is taken when it is sent again', async ({ t }) => {
    const { owner, secret, deliver, change } = await changeable(t)
    await change({ is_active: false })
    const event = eventOf(sold(30, 33))
    await deliver(event)
    await change({ is_active: true, event_mask: 'ari' })
    await deliver(event)
    expect(await stays(t)).toEqual([])
    await change({ event_mask: '*' })
    await Promise.all(Array.from({ length: 5 }, () => send(t, secret, event)))
    await t.drain()
    await deliver(event)
    expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(30, 33) }])
    expect((await inbox(t, owner)).data).toMatchObject([{ status: 'applied', attempts: 3 }])
  })

  isolated('is the same booking by another name of the provider', async ({ t }) => {
    const { deliver, change } = await changeable(t)
    await deliver(eventOf(sold(30, 33)))
    expect((await change({ provider: 'other' })).status).toBe(200)
    await deliver(eventOf(modified(31, 34, 10)))
    expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(31, 34), overbooked: false }])
  })

  isolated('is the same booking by a subscription that takes the place of a deleted one', async ({ t }) => {
    const { owner, home, webhook, deliver } = await channelScene(t)
    await deliver(eventOf(sold(30, 33)))
    await t.call('DELETE', `/webhook/${webhook}/delete`, undefined, owner)
    const anew = await subscribe(t, owner, home, { provider: 'third' })
    await send(t, anew.secret, eventOf(cancelled(20)))
    await t.drain()
    expect(await stays(t)).toMatchObject([{ status: 'cancelled', stay: null }])
  })

  alone.for([['as it is written'], ['as earlier versions wrote it']])(
    'keeps of its guest only the name, a year after the departure: %s',
    async ([written], { t }) => {
      const { deliver } = await channelScene(t)
      await deliver(eventOf(sold(30, 33)))
      await deliver(eventOf(sold(40, 43, { booking_id: 'booking-2' })))
      // Either of the two is an address.
      await t.db`update contacts set email = null where id = (select min(id) from contacts)`
      if (written !== 'as it is written') await t.db`update contacts set departs_on = null`
      const keptAfter = async (days: number) => {
        await daysPass(t, days)
        await t.app.jobs.enqueue(t.db, housekeeping, {})
        await t.drain()
        return t.db`select name, email is not null as has_email, phone is not null as has_phone from contacts order by id`
      }
      const name = 'Grace Hopper'
      const other = { name, has_email: true, has_phone: true }
      expect(await keptAfter(398)).toEqual([{ name, has_email: false, has_phone: true }, other])
      expect(await keptAfter(2)).toEqual([{ name, has_email: false, has_phone: false }, other])
    },
  )

  isolated('is taken once, however often and by however many subscriptions it comes', async ({ t }) => {
    const { owner, home, secret } = await channelScene(t)
    const other = await subscribe(t, owner, home)
    const event = eventOf(sold(30, 33))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(t, index % 2 ? secret : other.secret, event)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await t.drain()
    expect(await stays(t)).toHaveLength(1)
    expect(await notifiedTypes(t, owner)).toEqual(['reservation_confirmed'])
    expect((await inbox(t, owner)).data.map(({ status }: { status: string }) => status).sort()).toEqual([
      'applied',
      'ignored',
    ])
  })
})
