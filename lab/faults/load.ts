import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { addDays } from '../../src/platform/lib/days.ts'
import type { Random } from '../../tests/support/random.ts'
import type { Account } from '../play/people.ts'
import { startArrivals } from './arrivals.ts'
import { type Client, checkoutAt, send } from './client.ts'
import type { Kind, Value } from './history.ts'
import type { Scene } from './scene.ts'

/** Requests of each kind, of a hundred. */
const MIX: Record<Kind, number> = {
  book: 30,
  pay: 14,
  cancel: 8,
  refund: 3,
  change: 5,
  transfer: 4,
  message: 13,
  channel: 5,
  read: 10,
  search: 8,
}
/** The part of the bookings that is about homes that all want. */
const CONTENDED = 0.5
/** A window of nights that all want, far enough away for a cancellation to give all back. */
const WANTED = { from: 60, nights: 24, longest: 3 }
const FREE = { from: 120, nights: 2 }
const FRESH = 400

interface Booking {
  guest: Account
  owner: Account
  home: string
  check_in: string
  reservation: number
  url: string
  isPaid: boolean
  /** Its company has changed it, or has received a transfer. */
  isTouched: boolean
  payment: number | undefined
}

interface Sale {
  home: Scene['sold'][number]
  booking: string
  check_in: string
}

const reserved = z.object({ data: z.object({ reservation_id: z.number(), payment_url: z.string().optional() }) })
const cancelled = z.object({ data: z.object({ refund: z.number() }) })
const changed = z.object({ data: z.object({ payment_url: z.string().nullable() }) })
const money = z.object({ data: z.object({ due: z.number() }) })
const refunding = z.object({ data: z.object({ refund_id: z.number() }) })
const messageSent = z.object({ data: z.object({ id: z.number() }) })
const details = z.object({
  data: z.object({
    status: z.string(),
    payments: z.array(z.object({ id: z.number().nullable() })),
    invoices: z.array(z.object({ number: z.string() })),
  }),
})

const toCents = (amount: number): number => Math.round(amount * 100)

/**
 * People who search, book, pay, cancel, write and sell (lab/faults/arrivals.ts).
 * @param api the address that a request goes to, asked for each attempt.
 */
export function startLoad(
  { guests, owners, contended, free, sold, today }: Scene,
  { client, random, api, perSecond }: { client: Client; random: Random; api: () => string; perSecond: number },
) {
  const bookings: Booking[] = []
  const sales: Sale[] = []
  const staff = owners[0] as Account
  let slot = 0
  let serial = 0
  let places = 0
  let refunds = 0

  const post = (path: string, token: string, key: string, body: object) => () =>
    send(`${api()}${path}`, { method: 'POST', token, key, body })

  /** One that may be anything: rather the latest, about which the most is on its way. */
  const some = (isWanted: (booking: Booking) => boolean): Booking | undefined => {
    const latest = bookings.slice(-FRESH).filter(isWanted)
    return latest[random.below(latest.length || 1)]
  }

  async function book(): Promise<void> {
    const guest = random.pick(guests)
    const isContended = random.below(1_000) < CONTENDED * 1_000
    const mine = isContended ? 0 : slot++
    const home = isContended ? random.pick(contended) : (free[mine % free.length] as (typeof free)[number])
    const first = isContended
      ? WANTED.from + random.below(WANTED.nights)
      : FREE.from + FREE.nights * Math.floor(mine / free.length)
    const check_in = addDays(today, first)
    const check_out = addDays(check_in, isContended ? 1 + random.below(WANTED.longest) : FREE.nights)
    const tag = `booking ${++serial}`
    const body = { property_id: home.id, check_in, check_out, adults: 2, message: tag }
    const { outcome, value } = await client.ask(
      guest.id,
      { kind: 'book', home: home.id, check_in, check_out, tag },
      post('/reservations', guest.token, randomUUID(), body),
      (answer): Value => {
        const { reservation_id: reservation, payment_url: url } = reserved.parse(answer).data
        return { reservation, ...(url !== undefined && { url }) }
      },
    )
    if (outcome !== 'ok') return
    const { reservation = 0, url = '' } = value
    bookings.push({
      ...{ guest, owner: home.owner, home: home.id, check_in, reservation, url },
      ...{ isPaid: false, isTouched: false, payment: undefined },
    })
  }

  async function pay(): Promise<void> {
    const booking = some(({ isPaid }) => !isPaid)
    if (!booking) return book()
    booking.isPaid = true
    const { guest, reservation, url } = booking
    await client.ask(guest.id, { kind: 'pay', reservation, url }, () => send(`${url}/pay`, { method: 'POST' }))
  }

  async function cancel(): Promise<void> {
    const booking = some(() => true)
    if (!booking) return book()
    bookings.splice(bookings.indexOf(booking), 1)
    const { guest, home, reservation } = booking
    await client.ask(
      guest.id,
      { kind: 'cancel', reservation, home },
      post(`/reservations/${reservation}/cancel`, guest.token, randomUUID(), {}),
      (answer) => ({ cents: toCents(cancelled.parse(answer).data.refund) }),
    )
  }

  async function refund(): Promise<void> {
    const booking = some(({ payment }) => payment !== undefined)
    if (!booking?.payment) return read()
    const { payment, reservation } = booking
    // Two mails with the same words are of two refunds, unless amounts differ.
    const cents = 100 + (refunds++ % 400)
    const tag = `refund ${++serial}`
    await client.ask(
      staff.id,
      { kind: 'refund', reservation, payment, cents, tag },
      post(`/payments/${payment}/refund`, staff.token, randomUUID(), { amount: cents / 100, reason: tag }),
      (answer) => ({ refund: refunding.parse(answer).data.refund_id }),
    )
  }

  /**
   * The company shortens a stay to one night, cheaper or dearer than before; the guest pays a difference at once. Nobody else wants the night,
   * so the stay has its first days in the model of lab/faults/check/nights.ts.
   */
  async function change(): Promise<void> {
    const first = addDays(today, FREE.from)
    const booking = some(({ payment, isTouched, check_in }) => payment !== undefined && !isTouched && check_in >= first)
    if (!booking) return read()
    booking.isTouched = true
    const { guest, owner, reservation, check_in } = booking
    const check_out = addDays(check_in, 1)
    const cents = random.below(2) === 0 ? 5_000 + random.below(2_000) : 40_000 + random.below(2_000)
    const tag = `change ${++serial}`
    const { value } = await client.ask(
      owner.id,
      { kind: 'change', reservation, check_out, cents, tag },
      post(`/reservations/${reservation}/change`, owner.token, randomUUID(), {
        ...{ check_out, price: { amount: cents / 100 }, reason: tag },
      }),
      (answer): Value => {
        const { payment_url: url } = changed.parse(answer).data
        return url === null ? {} : { url }
      },
    )
    if (value.url === undefined) return
    const url = await checkoutAt(`${api()}/${new URL(value.url).pathname.split('/').slice(-2).join('/')}`)
    if (url === undefined) return
    await client.ask(guest.id, { kind: 'pay', reservation, url }, () => send(`${url}/pay`, { method: 'POST' }))
  }

  /** The company has received what is due by a transfer; the guest may pay by card at the same moment. */
  async function transfer(): Promise<void> {
    const booking = some(({ isPaid, isTouched }) => !isPaid && !isTouched)
    if (!booking) return book()
    booking.isTouched = true
    const { owner, reservation } = booking
    const path = `/reservations/${reservation}/payments`
    const { body: shown } = await send(`${api()}${path}`, { token: owner.token }).catch(() => ({ body: undefined }))
    const due = money.safeParse(shown).data?.data.due ?? 0
    if (due === 0) return
    const tag = `transfer ${++serial}`
    const body = { amount: due, method: 'transfer', received_on: today, note: tag }
    await client.ask(
      owner.id,
      { kind: 'transfer', reservation, cents: toCents(due), tag },
      post(path, owner.token, randomUUID(), body),
    )
  }

  async function message(): Promise<void> {
    const [from, to] = [random.pick(guests), random.pick(owners)]
    const tag = `message ${++serial}`
    const body = { receiver_id: to.id, content: tag }
    await client.ask(
      from.id,
      { kind: 'message', to: to.id, tag },
      post('/messages', from.token, randomUUID(), body),
      (answer) => ({ message: messageSent.parse(answer).data.id }),
    )
  }

  async function channel(): Promise<void> {
    const known = sales[random.below(sales.length || 1)]
    const choice = known === undefined ? 0 : random.below(3)
    const home = known && choice > 0 ? known.home : (sold[places % sold.length] as (typeof sold)[number])
    const name = `sale ${++serial}`
    const sale =
      known && choice > 0
        ? known
        : { home, booking: name, check_in: addDays(today, 30 + 3 * Math.floor(places++ / sold.length)) }
    const status = (['new', 'modified', 'cancelled'] as const)[choice] ?? 'new'
    // A booking whose latest revision is on its way has no other meanwhile: platforms send them in order.
    if (known && choice > 0) sales.splice(sales.indexOf(known), 1)
    const revision = randomUUID()
    const { booking, check_in } = sale
    const check_out = addDays(check_in, 1 + random.below(2))
    const body = {
      event: 'booking',
      user_id: null,
      timestamp: new Date().toISOString(),
      payload: {
        booking_id: booking,
        revision_id: revision,
        status,
        ota_name: 'Airbnb',
        arrival_date: check_in,
        departure_date: check_out,
        amount: '200.00',
        currency: 'EUR',
        customer: { name: 'Grace', surname: 'Hopper' },
        occupancy: { adults: 2, children: 0, infants: 0 },
        inserted_at: new Date().toISOString(),
      },
    }
    const { outcome } = await client.ask(
      home.owner.id,
      { kind: 'channel', home: home.id, booking, revision, status, check_in, check_out },
      () =>
        send(`${api()}/webhook/notifications`, { method: 'POST', headers: { 'x-webhook-secret': home.secret }, body }),
    )
    if (outcome === 'ok' && status !== 'cancelled') sales.push(sale)
  }

  async function read(): Promise<void> {
    const booking = some(() => true)
    if (!booking) return search()
    const { guest, reservation } = booking
    const { value } = await client.ask(
      guest.id,
      { kind: 'read', reservation },
      () => send(`${api()}/reservations/${reservation}`, { token: guest.token }),
      (answer) => {
        const { status, payments, invoices } = details.parse(answer).data
        const ids = payments.flatMap(({ id }) => (id === null ? [] : [id]))
        return { status, payments: ids, documents: invoices.map(({ number }) => number) }
      },
    )
    if (value.status === 'confirmed') booking.payment = value.payments?.[0]
  }

  async function search(): Promise<void> {
    const query = `country_id=FR&adults=2&check_in=${addDays(today, WANTED.from)}&check_out=${addDays(today, WANTED.from + 2)}`
    await client.ask(0, { kind: 'search' }, () => send(`${api()}/properties/search?${query}`))
  }

  const kinds: Record<Kind, () => Promise<void>> = {
    ...{ book, pay, cancel, refund, change, transfer, message, channel, read, search },
  }
  const wheel = (Object.keys(MIX) as Kind[]).flatMap((kind) => Array.from({ length: MIX[kind] }, () => kinds[kind]))
  return startArrivals(wheel, { random, perSecond })
}
