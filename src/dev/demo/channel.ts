import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { addDays, daysOf } from '../../platform/lib/days.ts'
import { type Demo, until } from './steps.ts'

const known = z.record(z.string(), z.number())
const subscribed = z.object({ data: z.object({ id: z.string() }) })
const subscriptions = z.object({ data: z.array(z.object({ id: z.string(), registration: z.string() })) })
const calendar = z.object({ data: z.array(z.object({ date: z.string(), status: z.string() })) })
const comments = z.object({
  data: z.array(z.object({ id: z.int(), content: z.string(), reply_state: z.string().nullable() })),
})
const sold = z.object({ booking_id: z.string() })
const reservations = z.object({
  data: z.array(z.object({ id: z.int(), source: z.string(), check_in: z.string(), ota_name: z.string().nullable() })),
})

const talk = z.object({ data: z.array(z.object({ from: z.string(), state: z.string(), content: z.string() })) })

/**
 * A home at a channel manager: its taken nights are closed there, a booking of a platform closes its nights here, and its guest is answered
 * where they write.
 */
export async function showChannel(demo: Demo, property_id: string, taken: string): Promise<void> {
  const { call, say, base, support, owner } = demo
  const remote_property_id = `demo-${randomBytes(4).toString('hex')}`
  const room_type_id = `${remote_property_id}-room`
  const mapping = { remote_property_id, room_type_id, rate_plan_id: `${remote_property_id}-rate` }
  const { data: webhook } = await call(201, 'POST', `/webhook/${property_id}/create`, subscribed, {
    token: support,
    body: mapping,
  })
  const shown = () => call(200, 'GET', `/webhook/${property_id}/show`, subscriptions, { token: support })
  await until('the webhook at the channel manager', async () =>
    (await shown()).data.some(({ id, registration }) => id === webhook.id && registration === 'registered'),
  )
  const there = () => call(200, 'GET', `${base}/dev/channel/rooms/${room_type_id}`, known)
  await until('the calendar at the channel manager', async () => (await there())[taken] === 0)
  say('channel', `the channel manager knows ${Object.keys(await there()).length} nights; ${taken} is closed there`)

  const nights = await there()
  const arrival_date = Object.keys(nights).find(
    (day) => day > addDays(taken, 5) && daysOf(day, addDays(day, 3)).every((night) => nights[night] === 1),
  )
  assert.ok(arrival_date, 'three nights are free')
  const departure_date = addDays(arrival_date, 3)
  const booking = await call(201, 'POST', `${base}/dev/channel/bookings`, sold, {
    body: { property_id: remote_property_id, room_type_id, arrival_date, departure_date },
  })
  const last = addDays(departure_date, -1)
  const path = `/calendars/properties/${property_id}/availability?from=${arrival_date}&to=${last}`
  const statuses = async () => (await call(200, 'GET', path, calendar)).data.map(({ status }) => status).join(', ')
  await until('the booking of the platform', async () => (await statuses()) === 'reserved, reserved, reserved')
  const { data } = await call(200, 'GET', '/reservations?as=owner&per_page=100', reservations, { token: owner })
  const stay = data.find(({ source, check_in }) => source === 'channel' && check_in === arrival_date)
  assert.ok(stay, 'the owner sees the booking')
  say('platform', `${stay.ota_name} sells ${arrival_date} to ${departure_date}: ${await statuses()} here`)

  const place = `${base}/dev/channel/bookings/${booking.booking_id}`
  const messages = `/reservations/${stay.id}/messages`
  const words = async () =>
    (await call(200, 'GET', messages, talk, { token: owner })).data.map(
      ({ from, state, content }) => `${from} ${state}: ${content}`,
    )
  await call(201, 'POST', `${place}/messages`, z.unknown(), { body: { message: 'Is there a lift?' } })
  await until('the message of the guest', async () => (await words()).includes('guest sent: Is there a lift?'))
  await call(201, 'POST', messages, z.unknown(), { token: owner, body: { content: 'Yes, to the fourth floor.' } })
  await until('the answer', async () => (await words()).includes('company sent: Yes, to the fourth floor.'))
  say('answers', `“Is there a lift?” through ${stay.ota_name}: “Yes, to the fourth floor.”`)

  const review = { content: `A quiet place, as ${remote_property_id} says.`, overall_score: 9 }
  await call(201, 'POST', `${place}/reviews`, z.unknown(), { body: review })
  const reviews = () => call(200, 'GET', `/properties/${property_id}/comments`, comments, { token: owner })
  const written = async () => (await reviews()).data.find(({ content }) => content === review.content)
  await until('the review of the platform', async () => (await written()) !== undefined)
  await call(200, 'POST', `/comments/${(await written())?.id}/reply`, z.unknown(), {
    token: owner,
    body: { content: 'Come back soon!' },
  })
  await until('the reply at the platform', async () => (await written())?.reply_state === 'sent')
  say('review', 'nine of ten at the platform, and a reply of the owner there')

  await call(200, 'DELETE', place, z.unknown())
  await until('the cancellation', async () => (await there())[arrival_date] === 1)
  say('cancelled', `there and here: ${await statuses()}`)
  await call(200, 'DELETE', `/webhook/${webhook.id}/delete`, z.unknown(), { token: support })
}
