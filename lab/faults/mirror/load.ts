import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { addDays } from '../../../src/platform/lib/days.ts'
import type { Random } from '../../../tests/support/random.ts'
import { startArrivals } from '../arrivals.ts'
import { type Attempt, send } from '../client.ts'
import { ask, type Person } from './people.ts'

/** Operations of each kind, of a hundred. */
const MIX = { book: 34, pay: 20, cancel: 12, refund: 4, price: 14, close: 8, open: 6, home: 2 }
type Kind = keyof typeof MIX

/** Nights that are booked, priced and closed: some are further away than a mirror goes. */
const LAST_DAY = 735
const LONGEST_STAY = 4
const LONGEST_CHANGE = 12
/** Number of price changes for one of more nights than an event has. */
const ONE_OF = 12
const MANY_NIGHTS = 200
const FRESH = 200

interface Booking {
  guest: Person
  id: number
  url: string
}

interface Scene {
  api: string
  guests: Person[]
  /** Owner of the mirrored homes. */
  owner: Person
  staff: Person
  homes: string[]
  today: string
}

const reserved = z.object({ data: z.object({ reservation_id: z.number(), payment_url: z.string() }) })
const payments = z.object({ data: z.object({ payments: z.array(z.object({ id: z.number().nullable() })) }) })

/** Outcome of what people did. */
export type Outcomes = Record<Kind, { done: number; refused: number; unanswered: number }>

/** Guests who book, pay and cancel, and an owner who changes prices and closes days. Returns what ends it, when all have their answers. */
export function startLoad(
  { api, guests, owner, staff, homes, today }: Scene,
  { random, perSecond }: { random: Random; perSecond: number },
): () => Promise<Outcomes> {
  const held: Booking[] = []
  const paid: Booking[] = []
  const closed: { home: string; from: string; to: string }[] = []
  const outcomes = Object.fromEntries(
    Object.keys(MIX).map((kind) => [kind, { done: 0, refused: 0, unanswered: 0 }]),
  ) as Outcomes

  /** Counts an answer. @returns whether it was done */
  function counted(kind: Kind, { status }: Attempt): boolean {
    const isDone = status >= 200 && status < 400
    outcomes[kind][isDone ? 'done' : status >= 400 && status < 500 ? 'refused' : 'unanswered']++
    return isDone
  }
  const post = (who: Person, path: string, body: object) =>
    ask(api, who, path, { method: 'POST', key: randomUUID(), body })
  const day = () => addDays(today, 1 + random.below(LAST_DAY))
  /** Takes one of the latest out of a list. */
  function take<T>(some: T[]): T | undefined {
    const from = Math.max(0, some.length - FRESH)
    return some.length === 0 ? undefined : some.splice(from + random.below(some.length - from), 1)[0]
  }

  const kinds: Record<Kind, () => Promise<void>> = {
    async book() {
      const guest = random.pick(guests)
      const check_in = day()
      const check_out = addDays(check_in, 1 + random.below(LONGEST_STAY))
      const stay = { property_id: random.pick(homes), check_in, check_out, adults: 2 }
      const answer = await post(guest, '/reservations', stay)
      if (!counted('book', answer)) return
      const { reservation_id: id, payment_url: url } = reserved.parse(answer.body).data
      held.push({ guest, id, url })
    },
    async pay() {
      const booking = take(held)
      if (!booking) return kinds.book()
      const page = { method: 'POST' }
      const answer = await send(`${booking.url}/pay`, page).catch((): Attempt => ({ status: 0, body: undefined }))
      if (counted('pay', answer)) paid.push(booking)
    },
    async cancel() {
      const booking = take(random.below(3) === 0 ? held : paid)
      if (!booking) return kinds.book()
      counted('cancel', await post(booking.guest, `/reservations/${booking.id}/cancel`, {}))
    },
    async refund() {
      const booking = paid[random.below(paid.length || 1)]
      if (!booking) return kinds.book()
      const shown = await ask(api, staff, `/reservations/${booking.id}`)
      const id = payments.safeParse(shown.body).data?.data.payments[0]?.id
      if (!counted('refund', shown) || typeof id !== 'number') return
      counted(
        'refund',
        await post(staff, `/payments/${id}/refund`, { amount: 1 + random.below(500) / 100, reason: 'The heating' }),
      )
    },
    async price() {
      const from = day()
      const nights = random.below(ONE_OF) === 0 ? MANY_NIGHTS : random.below(LONGEST_CHANGE)
      const days = { start_date: from, end_date: addDays(from, nights) }
      const change = { action: 'set_price', ...days, price_per_night: 60 + random.below(200) }
      counted('price', await post(owner, `/calendars/properties/${random.pick(homes)}/bulk`, change))
    },
    async close() {
      const [home, from] = [random.pick(homes), day()]
      const to = addDays(from, random.below(3))
      const days = { start_date: from, end_date: to }
      if (counted('close', await post(owner, `/calendars/properties/${home}/close`, days)))
        closed.push({ home, from, to })
    },
    async open() {
      const days = take(closed)
      if (!days) return kinds.close()
      const path = `/calendars/properties/${days.home}/close?from=${days.from}&to=${days.to}`
      counted('open', await ask(api, owner, path, { method: 'DELETE' }))
    },
    async home() {
      const fields = { base_price: 80 + random.below(80), title: `A home ${random.below(1_000)}` }
      counted('home', await ask(api, owner, `/properties/${random.pick(homes)}`, { method: 'PUT', body: fields }))
    },
  }
  const wheel = (Object.keys(MIX) as Kind[]).flatMap((kind) => Array.from({ length: MIX[kind] }, () => kinds[kind]))
  const finish = startArrivals(wheel, { random, perSecond })
  return async () => {
    await finish()
    return outcomes
  }
}
