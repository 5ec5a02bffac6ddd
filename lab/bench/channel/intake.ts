import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { request } from 'undici'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import { transaction } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { report, round } from '../support.ts'
import type { Scene } from './scene.ts'

const EVENTS = 1_200
const SENDERS = 16
/** The same number of connections as the service has. */
const CONNECTIONS = 10

/**
 * Bookings that come in by webhook, each of its own nights: stored, fetched from the channel manager, made a reservation and
 * acknowledged. The floor makes the same rows with the service's own statements in a bare loop.
 */
export async function benchIntake(
  app: FastifyInstance,
  manager: ChannelStandin,
  url: string,
  { rooms, secrets, today }: Scene,
): Promise<void> {
  const stayOf = (index: number, offset: number) => {
    const { property_id, room_type_id } = rooms[index % rooms.length] ?? { property_id: '', room_type_id: '' }
    const arrival_date = addDays(today, offset + 2 * Math.floor(index / rooms.length))
    return { property_id, room_type_id, arrival_date, departure_date: addDays(arrival_date, 1) }
  }
  const events = Array.from({ length: EVENTS }, (_, index) => {
    const { room_type_id, arrival_date, departure_date } = stayOf(index, 60)
    const revision = {
      id: randomUUID(),
      property_id: 'P',
      booking_id: randomUUID(),
      status: 'new',
      arrival_date,
      departure_date,
      amount: '100.00',
      currency: 'EUR',
      customer: { name: 'Grace', surname: 'Hopper' },
      rooms: [{ room_type_id }],
      inserted_at: new Date().toISOString(),
    }
    manager.revisions.push(revision)
    return revision
  })
  const start = performance.now()
  await Promise.all(
    Array.from({ length: SENDERS }, async (_, sender) => {
      for (let index = sender; index < EVENTS; index += SENDERS) {
        const { id, booking_id } = events[index] ?? { id: '', booking_id: '' }
        const payload = { booking_id, revision_id: id, property_id: 'P' }
        const answer = await request(`${url}/api/v1/webhook/notifications`, {
          method: 'POST',
          headers: { 'x-webhook-secret': secrets[0] ?? '', 'content-type': 'application/json' },
          body: JSON.stringify({ event: 'booking', property_id: 'P', payload }),
        })
        await answer.body.dump()
        if (answer.statusCode !== 200) throw new Error(`an event was answered ${answer.statusCode}`)
      }
    }),
  )
  const stored = EVENTS / ((performance.now() - start) / 1_000)
  while (events.some(({ id }) => !manager.acknowledged.has(id))) await delay(5)
  const applied = EVENTS / ((performance.now() - start) / 1_000)

  const begin = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let index = connection; index < EVENTS; index += CONNECTIONS) await writeBare(app, stayOf(index, 61), index)
    }),
  )
  const floor = EVENTS / ((performance.now() - begin) / 1_000)
  report('events, answered', `${round(stored)}/s`, `${round(floor)}/s`, stored / floor, '>= 0.3')
  report('events, applied', `${round(applied)}/s`, `${round(floor)}/s`, applied / floor, '>= 0.1')
}

interface BareStay {
  property_id: string
  arrival_date: string
  departure_date: string
}

async function writeBare({ db }: FastifyInstance, stay: BareStay, index: number): Promise<void> {
  const { property_id, arrival_date: check_in, departure_date: check_out } = stay
  const event_id = `bare-${index}`
  await queries.inbox.insertEvent(db, {
    provider: 'channel',
    event_id,
    type: 'booking',
    payload: {},
    status: 'received',
  })
  await transaction(db, async (tx) => {
    await queries.properties.lockCalendar(tx, { property_id })
    const [home] = await tx<{ owner_id: number }[]>`select owner_id from properties where id = ${property_id}`
    const booking = { provider: 'bare', owner_id: home?.owner_id ?? 0, booking_id: event_id, revision_id: event_id }
    const version = { version_at: new Date().toISOString(), is_cancelled: false, is_misplaced: false, yields: false }
    const advanced = await queries.channelBookings.advanceBooking(tx, { ...booking, ...version })
    const { id: reservation_id } = await queries.states.insertOfChannel(tx, {
      property_id,
      check_in,
      check_out,
      name: 'Grace Hopper',
      adults: 2,
      children: 0,
      infants: 0,
      total_cents: 10_000,
      currency: 'EUR',
      has_virtual_card: false,
      quote: {},
    })
    await queries.states.takeNights(tx, { reservation_id })
    const channel_booking_id = advanced?.id ?? 0
    await queries.channelBookings.insertStay(tx, { channel_booking_id, property_id, position: 0, reservation_id })
  })
  const outcome = { status: 'applied', is_repeatable: false } as const
  await queries.inbox.settleEvent(db, { provider: 'channel', event_id, ...outcome })
}
