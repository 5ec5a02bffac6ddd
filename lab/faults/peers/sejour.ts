import postgres from 'postgres'
import { FormData, fetch } from 'undici'
import { z } from 'zod'
import { newHome } from '../../play/people.ts'
import { type Attempt, codeOf, dispatcher, send } from '../client.ts'
import type { Peer, PeerAdapter, PeerBooking } from '../peer.ts'

/**
 * Séjour itself, for the load that its peers get too. `DATABASE_URL` is that of the service: addresses of its new accounts are verified
 * there, since no mail of theirs is read. Bookings are holds whose checkout is open, as its guests make them; nobody pays.
 */

const session = z.object({ data: z.object({ token: z.string(), user: z.object({ id: z.int() }) }) })
const reserved = z.object({ data: z.object({ reservation_id: z.int() }) })
const page = z.object({ data: z.array(z.object({ id: z.int(), status: z.string() })) })
const details = z.object({
  data: z.object({
    property_id: z.string(),
    guest_id: z.int().nullable(),
    check_in: z.string(),
    check_out: z.string(),
    message: z.string().nullable(),
  }),
})

const PAGE = 100
const AT_ONCE = 16
const HOLDING = ['pending', 'confirmed']

const sejour: PeerAdapter = (address) => {
  const api = `${address.replace(/\/$/, '')}/api/v1`
  const run = Date.now().toString(36)
  const tokens = new Map<string, string>()
  let owner = ''

  async function register(name: string): Promise<string> {
    const form = new FormData()
    const password = 'of the load 1'
    const person = { username: `${name}${run}`, first_name: 'Ada', last_name: 'Load', country_id: 'FR' }
    const fields = { ...person, email: `${name}.${run}@load.example`, password, password_confirmation: password }
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    const answer = await fetch(`${api}/auth/register`, { method: 'POST', body: form, dispatcher })
    const { token, user } = session.parse(await answer.json()).data
    tokens.set(String(user.id), token)
    return String(user.id)
  }

  async function verify(ids: string[]): Promise<void> {
    const { DATABASE_URL: url } = process.env
    if (url === undefined) throw new Error('DATABASE_URL: where the addresses of new accounts are verified')
    const sql = postgres(url, { max: 1 })
    await sql`update users set email_verified_at = now() where id = any(${ids.map(Number)})`
    await sql.end()
  }

  async function show(id: number): Promise<PeerBooking> {
    const answer = await send(`${api}/reservations/${id}`, { token: owner })
    const { property_id: unit, guest_id, check_in, check_out, message: tag } = details.parse(answer.body).data
    return { id: String(id), unit, guest: String(guest_id), check_in, check_out, tag }
  }

  return {
    name: 'Séjour',
    async prepare(wanted) {
      const host = await register('owner')
      owner = tokens.get(host) ?? ''
      const guests: string[] = []
      for (let index = 0; index < wanted.guests; index++) guests.push(await register(`guest${index}`))
      await verify([host, ...guests])
      const units: string[] = []
      for (let index = 0; index < wanted.units; index++)
        units.push(await newHome({ api, dispatcher, mails: () => [] }, owner, { title: `Unit ${run} ${index}` }))
      return { units, guests }
    },
    async book({ unit, guest, check_in, check_out, tag, key }): Promise<Attempt> {
      const answer = await send(`${api}/reservations`, {
        method: 'POST',
        token: tokens.get(guest) ?? '',
        key,
        body: { property_id: unit, check_in, check_out, adults: 2, message: tag },
      })
      if (answer.status !== 201) return { ...answer, body: { code: codeOf(answer.body) } }
      return { ...answer, body: { id: String(reserved.parse(answer.body).data.reservation_id) } }
    },
    cancel: ({ id, guest, key }) =>
      send(`${api}/reservations/${id}/cancel`, { method: 'POST', token: tokens.get(guest) ?? '', key, body: {} }),
    search: ({ check_in, check_out }) =>
      send(`${api}/properties/search?country_id=FR&adults=2&check_in=${check_in}&check_out=${check_out}`),
    unit: (id) => send(`${api}/properties/${id}`),
    async list() {
      const ids: number[] = []
      for (let number = 1; ; number++) {
        const query = `as=owner&page=${number}&per_page=${PAGE}`
        const { data } = page.parse((await send(`${api}/reservations?${query}`, { token: owner })).body)
        ids.push(...data.flatMap(({ id, status }) => (HOLDING.includes(status) ? [id] : [])))
        if (data.length < PAGE) break
      }
      const found: PeerBooking[] = []
      for (let from = 0; from < ids.length; from += AT_ONCE)
        found.push(...(await Promise.all(ids.slice(from, from + AT_ONCE).map(show))))
      return found
    },
  } satisfies Peer
}

export default sejour
