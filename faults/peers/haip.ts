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
      const { success, data } = refused.safeParse(answer.body)
      const isTaken =
        answer.status >= 400 && answer.status < 500 && success && /no availability/i.test(String(data.message))
      return isTaken ? { ...answer, body: { code: 'taken' } } : answer
    },
    cancel: ({ id }) =>
      ask(`/reservations/${id}/cancel?propertyId=${property}`, {
        method: 'PATCH',
        body: { cancellationReason: 'of the load' },
      }),
    search: ({ check_in, check_out }) =>
      ask('/reservations/search-availability', {
        method: 'POST',
        body: { propertyId: property, checkIn: check_in, checkOut: check_out },
      }),
    unit: (id) => ask(`/rooms/types/${id}?propertyId=${property}`),
    async list(unit) {
      const found: PeerBooking[] = []
      for (let page = 1; ; page++) {
        const query = `propertyId=${property}&statuses=${HOLDING}&page=${page}&limit=${PAGE}`
        const { data } = listed.parse((await ask(`/reservations?${query}`)).body)
        for (const { id, roomTypeId, guestId, arrivalDate, departureDate, specialRequests } of data)
          if (roomTypeId === unit)
            found.push({ id, guest: guestId, check_in: arrivalDate, check_out: departureDate, tag: specialRequests })
        if (data.length < PAGE) return found
      }
    },
  } satisfies Peer
}

export default haip
