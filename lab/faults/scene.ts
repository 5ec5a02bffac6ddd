import type { Agent } from 'undici'
import { z } from 'zod'
import { type Account, newAccount, newHome, type People } from '../play/people.ts'
import { send } from './client.ts'

/** Participants of a run, and the homes for rent. */
export interface Scene {
  guests: Account[]
  /** The first one is of the staff too. */
  owners: Account[]
  /** Homes that all guests want at once. */
  contended: Home[]
  /** Homes with nights enough for everybody. */
  free: Home[]
  /** Homes that platforms sell. */
  sold: (Home & { secret: string })[]
  today: string
}

export interface Home {
  id: string
  owner: Account
}

export interface Size {
  guests: number
  free: number
  /** That platforms sell: each has room for some hundred stays, further ahead no calendar goes. */
  sold: number
}

const OWNERS = 3
const CONTENDED = 4

const subscribed = z.object({ data: z.object({ secret: z.string() }) })

/** @param grant makes an account one of the staff, as operators do. */
export async function createScene(
  { api, dispatcher, mails }: People & { dispatcher: Agent },
  size: Size,
  grant: (email: string) => Promise<unknown>,
): Promise<Scene> {
  const people = { api, dispatcher, mails }
  const accounts = (count: number, kind: string) =>
    Promise.all(Array.from({ length: count }, (_, index) => newAccount(people, `${kind}${index}`)))
  const owners = await accounts(OWNERS, 'owner')
  await grant('owner0@play.example')
  const guests = await accounts(size.guests, 'guest')
  const homes = async (count: number, title: string): Promise<Home[]> => {
    const made: Home[] = []
    for (let index = 0; index < count; index++) {
      const owner = owners[index % OWNERS] as Account
      made.push({ id: await newHome(people, owner.token, { title: `${title} ${index}` }), owner })
    }
    return made
  }
  const [contended, free, rooms] = [
    await homes(CONTENDED, 'Wanted'),
    await homes(size.free, 'Free'),
    await homes(size.sold, 'Sold'),
  ]
  const sold: Scene['sold'] = []
  for (const home of rooms) {
    const answer = await send(`${api}/webhook/${home.id}/create`, { method: 'POST', token: home.owner.token, body: {} })
    sold.push({ ...home, secret: subscribed.parse(answer.body).data.secret })
  }
  return { guests, owners, contended, free, sold, today: new Date().toISOString().slice(0, 10) }
}
