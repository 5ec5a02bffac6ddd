import { describe, expect } from 'vitest'
import { alone, inDays, isolated, test } from '../../support/app.ts'
import {
  cancelled,
  channelScene,
  eventOf,
  inbox,
  notifiedTypes,
  range,
  send,
  sold,
  stays,
  subscribe,
} from '../../support/channels.ts'

describe('hostile senders', () => {
  alone('without the secret are refused before their body is read', async ({ t }) => {
    const { secret } = await channelScene(t)
    const changed = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`
    for (const wrong of ['', 'x', changed, `whs_${'0'.repeat(32)}_${'A'.repeat(43)}`, 'é'.repeat(100)])
      expect((await send(t, encodeURI(wrong), '{"broken":')).status).toBe(401)
    expect((await t.call('POST', '/webhook/notifications', eventOf(sold(1, 2)))).status).toBe(401)
    const bearer = { authorization: `Bearer ${secret}` }
    expect((await t.call('POST', '/webhook/notifications', eventOf(sold(1, 2)), { headers: bearer })).status).toBe(200)
    expect(await t.db`select from inbound_events`).toHaveLength(1)
  })

  alone.for([
    '{"broken":',
    '',
    '[]',
    'null',
    '"text"',
    '{}',
    '{"event":7}',
    '{"event":""}',
    `{"event":"${'x'.repeat(65)}"}`,
  ])('get 400 for %s', async (body, { t }) => {
    const { secret } = await channelScene(t)
    const answer = await send(t, secret, body)
    expect(answer.status).toBe(400)
    // Valid JSON gets the name of the missing field.
    if (body.endsWith('}') || body === '[]') expect(answer.body.data).toEqual({ event: [expect.any(String)] })
    expect(await t.db`select from inbound_events`).toHaveLength(0)
  })

  alone(
    'get 413 for more than a megabyte or many levels, and 200 for unstorable JSON, which is kept',
    async ({ t }) => {
      const { owner, secret } = await channelScene(t)
      expect((await send(t, secret, `{"event":"${'x'.repeat(1_100_000)}"}`)).status).toBe(413)
      const deep = `{"event":"booking","payload":${'['.repeat(40)}${']'.repeat(40)}}`
      expect((await send(t, secret, deep)).status).toBe(413)
      const half = '{"event":"booking","payload":{"booking_id":"\\ud800"}}'
      const nul = '{"event":"booking","payload":{"booking_id":"\\u0000","arrival_date":"2030-01-01"}}'
      for (const body of [half, nul]) expect((await send(t, secret, body)).status).toBe(200)
      await t.drain()
      expect((await inbox(t, owner, '?status=failed')).meta.total).toBe(2)
      expect(await stays(t)).toEqual([])
      // With sound dates neither costs a booking.
      const guest = '{"name":"Zo\\u0000\\ud800\\u00eb","surname":"\\ud83d\\ude00"}'
      const odd = JSON.stringify(eventOf({ ...sold(30, 33), booking_id: 'b', customer: 'GUEST' }))
        .replace('"GUEST"', guest)
        .replace('"b"', '"b\\u0000\\udfff"')
      expect((await send(t, secret, odd)).status).toBe(200)
      await t.drain()
      expect(await stays(t)).toMatchObject([{ status: 'confirmed', stay: range(30, 33) }])
      const [contact] = await t.db<{ name: string }[]>`select name from contacts`
      expect(contact?.name).toBe('Zo\ufffd\ufffdë 😀')
    },
  )

  alone.for([
    ['dates backwards', { arrival_date: inDays(5), departure_date: inDays(3) }, 'departure_date is not after'],
    ['no nights', { arrival_date: inDays(5), departure_date: inDays(5) }, 'departure_date is not after'],
    ['four years', { arrival_date: inDays(5), departure_date: inDays(1_500) }, 'more than 1096 nights'],
    ['impossible dates', { arrival_date: '2027-02-30' }, 'arrival_date'],
    ['no booking', { booking_id: null }, 'booking_id'],
    ['rooms that are none', { rooms: 'two' }, 'rooms'],
    ['too many rooms', { rooms: Array.from({ length: 51 }, () => ({})) }, 'rooms'],
    ['one bad room of two', { rooms: [{}, { checkin_date: inDays(50) }] }, 'departure_date is not after'],
  ] as const)('with %s: the event has failed, and nothing is half made', async ([, fields, error], { t }) => {
    const { owner, support, home, webhook, deliver } = await channelScene(t)
    await t.call('PUT', `/webhook/${webhook}/${home}/update`, { remote_property_id: 'P' }, support)
    // A second delivery is tried again, and told once.
    await deliver(...Array.from({ length: 2 }, () => eventOf(sold(5, 7, { revision_id: 'r', ...fields }))))
    for (const user of [owner, support]) expect(await notifiedTypes(t, user)).toEqual(['channel_event_unreadable'])
    expect(await stays(t)).toEqual([])
    expect(await t.db`select from contacts`).toHaveLength(0)
    expect((await inbox(t, owner)).data).toMatchObject([{ status: 'failed', error: expect.stringContaining(error) }])
  })

  alone('cannot keep a sold night open by an absurd amount, name or count', async ({ t }) => {
    const { owner, deliver } = await channelScene(t)
    const absurd = {
      amount: '-12.00',
      currency: 'Euros',
      customer: { name: `\u202e${'x'.repeat(10_000)}`, surname: ['?'], mail: 7, country: 'ZZ' },
      occupancy: { adults: -5, children: 1e9, infants: 'many' },
      ota_name: 'A\r\nB',
      inserted_at: '9999-12-31T00:00:00',
    }
    const amounts = [1e300, '1e5', '12.345', '999999999999', {}, null]
    await deliver(
      eventOf(sold(5, 7, absurd)),
      ...amounts.map((amount, index) =>
        eventOf(sold(10 + 5 * index, 12 + 5 * index, { amount, booking_id: `b${index}` })),
      ),
    )
    const rows = await stays(t)
    expect(rows).toHaveLength(7)
    expect(rows.every((row) => row.status === 'confirmed')).toBe(true)
    const [first] = await t.db<
      { name: string; adults: number; children: number; currency: string; ota_name: string }[]
    >`
      select c.name, r.adults, r.children, r.currency, r.ota_name from reservations r join contacts c on c.id = r.contact_id
      order by r.id`
    expect(first).toMatchObject({ adults: 1, children: 50, currency: 'EUR', ota_name: 'A B' })
    expect(first?.name).toMatch(/^x{255}$/)
    const entries = (await inbox(t, owner)).data
    expect(entries.every(({ error }: { error: string }) => error.includes('amount: unreadable'))).toBe(true)
    // A version in the future does not keep later ones out.
    await deliver(eventOf(cancelled(10, { inserted_at: new Date(Date.now() + 3_600_000).toISOString() })))
    expect((await stays(t))[0]).toMatchObject({ status: 'cancelled' })
  })

  test('reach no other home, and no booking of another owner', async ({ t }) => {
    const mine = await channelScene(t)
    const theirs = await channelScene(t)
    await theirs.deliver(eventOf(sold(30, 33)))
    await mine.deliver(
      eventOf(sold(40, 43), 'booking', { property_id: theirs.home }),
      eventOf(sold(40, 43, { property_id: theirs.home })),
      eventOf(sold(40, 43, { property_id: mine.home }), 'booking', { property_id: theirs.home }),
      eventOf(sold(40, 43), 'booking', { property_id: '01980000-0000-7000-8000-000000000000' }),
      // The same id of a booking, at their own home.
      eventOf(cancelled(50), 'booking_cancellation', { property_id: mine.home }),
    )
    expect(await stays(t)).toMatchObject([{ property_id: theirs.home, status: 'confirmed' }])
    expect((await inbox(t, mine.owner, '?status=ignored')).meta.total).toBe(4)
  })

  isolated(
    'have no effect by other events, masked events, deleted and inactive subscriptions, or ids alone',
    async ({ t }) => {
      const { owner, home, deliver } = await channelScene(t)
      await deliver(
        { event: 'ari', property_id: home, payload: [{ availability: 5, date: '2021-12-02', stop_sell: false }] },
        { event: 'availability_update', property_id: home },
        { event: 'dance' },
        { event: 'booking_new', property_id: home, payload: { booking_id: 'b', revision_id: 'r' } },
      )
      const masked = await subscribe(t, owner, home, { event_mask: 'booking_new;ari' })
      const inactive = await subscribe(t, owner, home, { is_active: false })
      const deleted = await subscribe(t, owner, home)
      for (const { secret } of [masked, inactive, deleted])
        expect((await send(t, secret, eventOf(sold(30, 33)))).status).toBe(200)
      await t.call('DELETE', `/webhook/${deleted.id}/delete`, undefined, owner)
      await t.drain()
      expect(await stays(t)).toEqual([])
      const entries = (await inbox(t, owner)).data
      expect(entries.map(({ status }: { status: string }) => status).toSorted()).toEqual([
        'failed',
        ...Array.from({ length: 6 }, () => 'ignored'),
      ])
    },
  )
})
