import { describe, expect, vi } from 'vitest'
import { eventOfKind } from '../../../src/dev/channel/events.ts'
import { writeThere } from '../../../src/dev/channel/messages.ts'
import { askThere, assignBooking, writeWithoutBooking } from '../../../src/dev/channel/requests.ts'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import { sendWebhooks } from '../../../src/dev/channel/webhooks.ts'
import { inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { connected, test } from '../../support/channel-manager.ts'
import { notifiedTypes, inbox as received, stays } from '../../support/channels.ts'
import { runScheduled } from '../../support/jobs.ts'
import { inbox, messagesOf, words, writeToGuest } from '../../support/stay-messages.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const desk = async (t: TestApp, user: TestUser) => (await t.call('GET', '/desk', undefined, user)).body.data

/** An inquiry at Airbnb for some days, with `hours` to answer it. */
const question = (hours: number | null, property_id = 'P') => ({
  ...{ property_id, room_type_id: 'R', checkin_date: inDays(50), checkout_date: inDays(53) },
  non_response_at: hours === null ? null : inHours(hours),
})

/** A home with an inquiry at Airbnb, of which the service is notified. */
async function asked(t: TestApp, manager: ChannelStandin) {
  const scene = await connected(t, manager)
  const { thread, event } = askThere(manager, question(20))
  await sendWebhooks(manager, event)
  await t.drain()
  const [stay] = await stays(t)
  return { ...scene, thread, event, id: stay?.id ?? 0 }
}

/** Sends an event with the details of a request, as of a revision. */
async function request(t: TestApp, manager: ChannelStandin, kind: Parameters<typeof eventOfKind>[0], bms: object) {
  const { payload, ...event } = eventOfKind(kind, { booking_id: 'asked-1', revision_id: '', property_id: 'P' })
  const details = { ...Object(Object(payload).bms), ...bms }
  await sendWebhooks(manager, { ...event, payload: { bms: details, resolved: false } })
  await t.drain()
}

describe('an inquiry at a channel', () => {
  test('waits on the desk by its deadline and in the inbox, with all that an answer needs, told once', async ({
    t,
    manager,
  }) => {
    const { owner, home, event, id } = await asked(t, manager)
    await sendWebhooks(manager, event)
    await t.drain()
    await runScheduled(t, 'channel-messages.read-all-threads')
    expect(await notifiedTypes(t, owner)).toEqual(['channel_request', 'new_message'])
    const { data } = await t.call('GET', '/notifications', undefined, owner).then(({ body }) => body)
    expect(data[1]).toMatchObject({
      type: 'channel_request',
      data: { reservation_id: id, property_id: home, channel: 'Airbnb', asks: 'inquiry', guest: 'Ada' },
      message: expect.stringMatching(
        /^Ada inquires about “.*”, .*\. Answer at Airbnb or in the channel manager before .* UTC\.$/,
      ),
    })
    const sooner = askThere(manager, { ...question(5), checkin_date: inDays(70), checkout_date: inDays(72) })
    await sendWebhooks(manager, sooner.event)
    await t.drain()
    const { inquiries, messages, occupied } = await desk(t, owner)
    expect(inquiries).toMatchObject({
      total: 2,
      items: [
        { check_in: inDays(70), adults: 2, children: 1 },
        { id, status: 'inquiry', source: 'channel', ota_name: 'Airbnb', contact: { name: 'Ada' } },
      ],
    })
    expect([messages.total, occupied]).toEqual([2, 0])
    expect((await inbox(t, owner)).data[1]).toMatchObject({
      reservation: { id, status: 'inquiry' },
      channel: 'Airbnb',
      guest_name: 'Ada',
      last_message: { content: 'Is it quiet?', source: 'airbnb' },
    })
  })

  test('is a conversation that goes on in both directions', async ({ t, manager }) => {
    const { owner, thread, id } = await asked(t, manager)
    await writeToGuest(t, owner, id, { content: 'Very.' })
    await t.drain()
    await writeWithoutBooking(manager, thread, 'And at night?')
    await t.drain()
    expect(manager.messages.at(-2)).toMatchObject({ booking_id: thread.id, sender: 'property', message: 'Very.' })
    const shown = ['airbnb guest sent: And at night?', 'airbnb company sent: Very.', 'airbnb guest sent: Is it quiet?']
    expect(words(await messagesOf(t, owner, id))).toEqual(shown)
    await runScheduled(t, 'channel-messages.read-all-threads')
    expect(words(await messagesOf(t, owner, id))).toEqual(shown)
  })

  test('is answered at the channel, and leaves the desk with its deadline', async ({ t, manager }) => {
    const { owner, id, thread } = await asked(t, manager)
    for (const word of ['confirmed', 'declined']) {
      const answer = await t.call(
        'POST',
        `/reservations/change-status-reservation-by-proprio/${id}/${word}`,
        undefined,
        owner,
      )
      expect([answer.status, answer.body.code]).toEqual([409, 'answer_at_channel'])
    }
    expect((await t.call('GET', `/reservations/${id}`, undefined, owner)).body.data.actions).toEqual([])
    await t.db`update reservations set hold_expires_at = now() where id = ${id}`
    expect((await desk(t, owner)).inquiries.total).toBe(0)
    await runScheduled(t, 'settlement.expire')
    expect(await stays(t)).toMatchObject([{ id, status: 'expired' }])
    await writeWithoutBooking(manager, thread, 'Still there?')
    await t.drain()
    expect(words(await messagesOf(t, owner, id))[0]).toBe('airbnb guest sent: Still there?')
  })

  test('becomes a booking, which takes its conversation over', async ({ t, manager }) => {
    const { owner, thread, id, sell, announced } = await asked(t, manager)
    const revision = sell(50, 53)
    await announced(revision)
    const booking_id = String(revision.booking_id)
    await assignBooking(manager, thread, booking_id)
    await t.drain()
    const [inquiry, stay] = await stays(t)
    expect([inquiry, stay]).toMatchObject([{ id, status: 'expired' }, { status: 'confirmed' }])
    writeThere(manager, { booking_id, message: 'Thanks', sender: 'guest' })
    await runScheduled(t, 'channel-messages.read-all-threads')
    expect(words(await messagesOf(t, owner, stay?.id ?? 0))).toEqual([
      'airbnb guest sent: Thanks',
      'airbnb guest sent: Is it quiet?',
    ])
    expect(words(await messagesOf(t, owner, id))).toEqual([])
    const { meta, data } = await inbox(t, owner)
    expect([meta.unread, data]).toMatchObject([2, [{ reservation: { id: stay?.id } }]])
  })

  test('is found by the list when its event never came, also one that was answered, and not an old one', async ({
    t,
    manager,
  }) => {
    const { owner } = await connected(t, manager)
    const [open, answered, old] = [20, null, 20].map((hours) => askThere(manager, question(hours)).thread)
    for (const message of manager.messages.filter(({ booking_id }) => booking_id === old?.id))
      message.inserted_at = '2026-01-01T10:00:00.000000'
    for (let time = 0; time < 2; time++) await runScheduled(t, 'channel-messages.read-all-threads')
    expect((await desk(t, owner)).inquiries.total).toBe(1)
    expect(await stays(t)).toHaveLength(2)
    expect((await inbox(t, owner)).meta.waiting).toBe(2)
    const told = await notifiedTypes(t, owner)
    expect(told.filter((type) => type === 'channel_request')).toHaveLength(1)
    expect([open, answered]).toHaveLength(2)
  })

  test('of the home of another account is not read', async ({ t, manager }) => {
    const { owner } = await connected(t, manager)
    const { thread } = askThere(manager, question(20, 'Q'), 'For others')
    await writeWithoutBooking(manager, { ...thread, property_id: 'P' }, 'For others')
    const { event } = askThere(manager, question(20, 'P'))
    await sendWebhooks(manager, { ...event, payload: { ...Object(event.payload), message_thread_id: thread.id } })
    await t.drain()
    expect((await inbox(t, owner)).data).toEqual([])
    expect(manager.asked.filter((path) => path.includes(`${thread.id}/messages`))).toEqual([])
  })

  test('without details is told as a message that waits in the channel manager', async ({ t, manager }) => {
    const { owner } = await connected(t, manager)
    const thread = { id: 'thread-1', property_id: 'P', title: 'Ada', booking_id: undefined }
    manager.threads.push(thread)
    for (let time = 0; time < 2; time++) await writeWithoutBooking(manager, thread, 'Hello')
    await t.drain()
    await runScheduled(t, 'channel-messages.read-all-threads')
    expect(new Set(await notifiedTypes(t, owner))).toEqual(new Set(['channel_waiting']))
  })
})

describe('a request to book', () => {
  const days = { arrival_date: inDays(50), departure_date: inDays(53) }

  test('waits for a day, and is over when the channel sells it', async ({ t, manager }) => {
    const { owner, sell, announced } = await connected(t, manager)
    for (let time = 0; time < 2; time++) await request(t, manager, 'reservation_request', { ...days, time })
    const { items } = (await desk(t, owner)).inquiries
    expect(items).toMatchObject([{ check_in: inDays(50), contact: { name: 'Ada Lovelace' }, total: 240 }])
    const hours = (Date.parse(items[0].hold_expires_at) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    await announced(sell(50, 53, { ota_reservation_code: 'HMREQUEST' }))
    expect((await stays(t)).map(({ status }) => status)).toEqual(['expired', 'confirmed'])
    expect(await notifiedTypes(t, owner)).toEqual(['channel_request', 'reservation_confirmed'])
  })

  test.for([
    ['accepted_reservation', 'expired'],
    ['declined_reservation', 'declined'],
  ] as const)('that was answered at the channel (%s) leaves the desk', async ([kind, status], { t, manager }) => {
    const { owner } = await connected(t, manager)
    await request(t, manager, 'reservation_request', days)
    await request(t, manager, kind, days)
    expect((await desk(t, owner)).inquiries.total).toBe(0)
    expect(await stays(t)).toMatchObject([{ status }])
    await request(t, manager, kind, { ota_reservation_code: 'unknown', booking_id: 'unknown' })
    expect((await received(t, owner)).data[0]).toMatchObject({ error: 'the request is not known' })
  })
})

test('a request to change a stay waits on the desk until the channel changes the stay', async ({ t, manager }) => {
  const { owner, sell, announced } = await connected(t, manager)
  const revision = sell(30, 33)
  await announced(revision)
  const booking_id = String(revision.booking_id)
  const bms = { booking_id, arrival_date: inDays(30), departure_date: inDays(34), amount: '300.00' }
  for (let time = 0; time < 2; time++) await request(t, manager, 'alteration_request', { ...bms, time })
  const { change_requests } = await desk(t, owner)
  expect(change_requests).toMatchObject({ total: 1, items: [{ after: { check_out: inDays(34), total: 300 } }] })
  expect(await notifiedTypes(t, owner)).toEqual(['reservation_confirmed', 'channel_request'])
  const nights = { arrival_date: inDays(30), departure_date: inDays(34) }
  await announced(manager.modify(booking_id, nights))
  await vi.waitFor(async () => expect((await desk(t, owner)).change_requests.total).toBe(0))
  await request(t, manager, 'alteration_request', { ...bms, departure_date: inDays(35) })
  const [again] = (await desk(t, owner)).change_requests.items
  const path = `/reservations/${again.reservation_id}/change-requests/${again.id}/decline`
  expect((await t.call('POST', path, {}, owner)).status).toBe(200)
  expect((await desk(t, owner)).change_requests.total).toBe(0)
})
