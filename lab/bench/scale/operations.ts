import { setTimeout as delay } from 'node:timers/promises'
import { fetch } from 'undici'
import { z } from 'zod'
import { addDays } from '../../../src/platform/lib/days.ts'

/** Homes and people of the bench, and where the service is. */
export interface Scene {
  api: string
  today: string
  homes: { id: string; owner: number; token: string }[]
  guests: { id: number; token: string }[]
}

const NIGHTS = 2
const reserved = z.object({ data: z.object({ reservation_id: z.coerce.number(), payment_url: z.url() }) })

/** The measured operations: each runs once, for another number each time. */
export function operationsOn({ api, today, homes, guests }: Scene): Record<string, (number: number) => Promise<void>> {
  async function ask(path: string, token?: string, body?: unknown) {
    const method = body === undefined ? 'GET' : 'POST'
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return text
  }
  const homeOf = (number: number) => homes[number % homes.length] ?? homes[0] ?? { id: '', owner: 0, token: '' }
  const guestOf = (number: number) => guests[number % guests.length] ?? { id: 0, token: '' }
  /** Stays that do not overlap, in all homes in turn. */
  const stayOf = (number: number) => {
    const check_in = addDays(today, 3 + NIGHTS * Math.floor(number / homes.length))
    return { property_id: homeOf(number).id, check_in, check_out: addDays(check_in, NIGHTS), adults: 2 }
  }
  const search = (number: number) => {
    const { check_in, check_out } = stayOf((number * 7) % (homes.length * 100))
    return `/properties/search?country_id=FR&check_in=${check_in}&check_out=${check_out}&adults=2&per_page=20`
  }
  return {
    search: async (number) => void (await ask(search(number))),
    home: async (number) => void (await ask(`/properties/${homeOf(number).id}`)),
    calendar: async (number) => void (await ask(`/calendars/properties/${homeOf(number).id}/availability`)),
    quote: async (number) => void (await ask('/quotes', guestOf(number).token, stayOf(number + homes.length * 120))),
    /** With its payment, its event and its mails, until it is confirmed. */
    async booking(number) {
      const { token } = guestOf(number)
      const { data } = reserved.parse(JSON.parse(await ask('/reservations', token, stayOf(number))))
      await fetch(`${data.payment_url}/pay`, { method: 'POST', redirect: 'manual' })
      while (!(await ask(`/reservations/${data.reservation_id}`, token)).includes('"status":"confirmed"'))
        await delay(50)
    },
    async message(number) {
      const { id, owner } = homeOf(number)
      const content = 'Is the key still under the third flower pot, or with the neighbour?'
      await ask('/messages', guestOf(number).token, { receiver_id: owner, property_id: id, content })
    },
    async 'day of calendar'(number) {
      const { id, token } = homeOf(number)
      const day = addDays(today, 300 + Math.floor(number / homes.length))
      await ask(`/calendars/properties/${id}/bulk`, token, {
        action: 'set_price',
        start_date: day,
        end_date: day,
        price_per_night: 100 + (number % 50),
      })
    },
  }
}
