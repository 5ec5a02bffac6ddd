import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'

const HOMES = 40
const GUESTS = 16

export interface Scene {
  owner: string
  guests: string[]
  rooms: { property_id: string; room_type_id: string }[]
  /** The secret of the first room's subscription. */
  secrets: string[]
  today: string
}

const created = z.object({ data: z.object({ id: z.string(), secret: z.string().optional() }) })

/** An owner with homes that are mapped to rooms of one home of the channel manager, and guests. */
export async function createScene(app: FastifyInstance, manager: ChannelStandin): Promise<Scene> {
  const { db } = app
  const users = await db<{ id: number }[]>`
    insert into users (username, first_name, last_name, email, email_verified_at, role)
    select 'user' || i, 'User', i::text, 'user' || i || '@example.org', now(), case i when 0 then 'admin' else 'user' end::user_role
    from generate_series(0, ${GUESTS}::integer) i returning id`
  const [owner = '', ...guests] = users.map(({ id }) => app.issueToken({ id, token_version: 1 }).token)
  const post = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${owner}` }
    const answer = await app.inject({ method: 'POST', url: `/api/v1${url}`, headers, payload })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return created.parse(answer.json()).data
  }
  const rooms: Scene['rooms'] = []
  const secrets: string[] = []
  for (let index = 0; index < HOMES; index++) {
    const home = { title: `Home ${index}`, city_id: '2988507', base_price: 100, max_guests: 4 }
    const { id: property_id } = await post('/properties', home)
    const room_type_id = `R${index}`
    const mapping = { remote_property_id: 'P', room_type_id, rate_plan_id: `T${index}` }
    const { secret = '' } = await post(`/webhook/${property_id}/create`, mapping)
    rooms.push({ property_id, room_type_id })
    secrets.push(secret)
  }
  // One webhook is enough for a home of the channel manager.
  for (const id of [...manager.webhooks.keys()].slice(1)) manager.webhooks.delete(id)
  const [clock] = await db<{ today: string }[]>`select current_date as today`
  return { owner, guests, rooms, secrets, today: clock?.today ?? '' }
}
