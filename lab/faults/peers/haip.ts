import { z } from 'zod'
import { type Attempt, type Sent, send } from '../client.ts'
import type { Peer, PeerAdapter, PeerBooking } from '../peer.ts'

/**
 * HAIP (github.com/TelivityAI/haip), a property management service of NestJS and Drizzle: its API for staff, with AUTH_ENABLED=false. A
 * unit is a room type with one room. It knows no keys of requests: a repeated booking is another one.
 */

const made = z.object({ id: z.string() })
const listed = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      roomTypeId: z.string(),
      guestId: z.string(),
      arrivalDate: z.string(),
      departureDate: z.string(),
      specialRequests: z.string().nullable(),
      status: z.string(),
    }),
  ),
})
const refused = z.looseObject({ message: z.unknown() })

const CURRENCY = 'EUR'
const PAGE = 100
const HOLDING = 'pending,confirmed,assigned,checked_in,stayover,due_out'

/** True if an answer is a refusal for a reason that its message names; there is no code. Pure. */
function isRefused({ status, body }: Attempt, reason: RegExp): boolean {
  const { success, data } = refused.safeParse(body)
  return status >= 400 && status < 500 && success && reason.test(String(data.message))
}

const haip: PeerAdapter = (address) => {
  const api = `${address.replace(/\/$/, '')}/api/v1`
  const rates = new Map<string, string>()
  let property = ''
  const ask = (path: string, sent?: Sent): Promise<Attempt> => send(`${api}${path}`, sent)

  async function make(path: string, body: object): Promise<string> {
    const answer = await ask(path, { method: 'POST', body })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return made.parse(answer.body).id
  }

  async function makeUnit(index: number): Promise<string> {
    const code = `F${Date.now() % 1_000_000}-${index}`
    const capacity = { maxOccupancy: 4, defaultOccupancy: 2 }
    const unit = await make('/rooms/types', { propertyId: property, name: `Unit ${code}`, code, ...capacity })
    await make('/rooms', { propertyId: property, roomTypeId: unit, number: code })
    const price = { type: 'bar', baseAmount: '100.00', currencyCode: CURRENCY }
    rates.set(unit, await make('/rate-plans', { propertyId: property, roomTypeId: unit, name: code, code, ...price }))
    return unit
  }

  return {
    name: 'HAIP',
    async prepare({ units, guests }) {
      const where = { countryCode: 'FR', timezone: 'Europe/Paris', currencyCode: CURRENCY }
      // Nothing is sold twice on purpose.
      const code = `F${Date.now() % 1_000_000_000}`
      property = await make('/properties', { name: code, code, totalRooms: units, overbookingPercentage: 0, ...where })
      const ids: string[] = []
      for (let index = 0; index < units; index++) ids.push(await makeUnit(index))
      const people: string[] = []
      for (let index = 0; index < guests; index++)
        people.push(await make('/guests', { firstName: 'Ada', lastName: `Guest ${index}` }))
      return { units: ids, guests: people }
    },
    async book({ unit, guest, check_in, check_out, tag }) {
      const answer = await ask('/reservations', {
        method: 'POST',
        body: {
          propertyId: property,
          guestId: guest,
          arrivalDate: check_in,
          departureDate: check_out,
          roomTypeId: unit,
          ratePlanId: rates.get(unit),
          totalAmount: '200.00',
          currencyCode: CURRENCY,
          adults: 2,
          specialRequests: tag,
          source: 'direct',
        },
      })
      return isRefused(answer, /no availability/i) ? { ...answer, body: { code: 'taken' } } : answer
    },
    async cancel({ id }) {
      const answer = await ask(`/reservations/${id}/cancel?propertyId=${property}`, {
        method: 'PATCH',
        body: { cancellationReason: 'of the load' },
      })
      return isRefused(answer, /cancelled →|from 'cancelled'/i) ? { ...answer, body: { code: 'illegal_move' } } : answer
    },
    search: ({ check_in, check_out }) =>
      ask('/reservations/search-availability', {
        method: 'POST',
        body: { propertyId: property, checkIn: check_in, checkOut: check_out },
      }),
    unit: (id) => ask(`/rooms/types/${id}?propertyId=${property}`),
    async list() {
      const found = new Map<string, PeerBooking>()
      // Its order is that of arrivals alone, so a page that ends within a day is asked for again from that day on.
      for (let from = ''; ; ) {
        const since = from && `&arrivalDateFrom=${from}`
        const query = `propertyId=${property}&statuses=${HOLDING}&limit=${PAGE}${since}`
        const { data } = listed.parse((await ask(`/reservations?${query}`)).body)
        for (const { id, roomTypeId: unit, guestId: guest, arrivalDate, departureDate, specialRequests } of data)
          found.set(id, { id, unit, guest, check_in: arrivalDate, check_out: departureDate, tag: specialRequests })
        if (data.length < PAGE) return [...found.values()]
        const last = data.at(-1)?.arrivalDate ?? ''
        if (last === from) throw new Error(`more than ${PAGE} bookings arrive on ${from}`)
        from = last
      }
    },
  } satisfies Peer
}

export default haip
