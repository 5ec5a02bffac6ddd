import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { Pusher } from '../../tests/support/sockets.ts'
import type { Account } from '../play/people.ts'
import { send } from './client.ts'
import type { Recorder } from './history.ts'

/** People whose sockets listen, with the stock client, and who read what they may have missed when it has connected again. */

const pushed = z.object({ id: z.number() })
const page = z.object({
  data: z.array(z.object({ id: z.number() })),
  meta: z.object({ next_before: z.number().nullable() }),
})

const PAUSE_MS = 500

export interface Address {
  host: string
  port: number
  api: string
}

export interface Listeners {
  /** True if all are connected, and have read what they may have missed. */
  areWell(): boolean
  close(): void
}

/** @param partners with whom each has conversations. */
export function startListeners(
  people: Account[],
  partners: (person: Account) => Account[],
  { host, port, api }: Address,
  { write, now }: Recorder,
): Listeners {
  let isOver = false
  const away = new Set(people)
  const sockets = people.map((person) => {
    const headers = { authorization: `Bearer ${person.token}` }
    const socket = new Pusher('sejour-key', {
      cluster: '',
      wsHost: host,
      wsPort: port,
      forceTLS: false,
      enabledTransports: ['ws'],
      channelAuthorization: { endpoint: `${api}/broadcasting/auth`, transport: 'ajax', headers },
    })
    socket.connection.bind('state_change', ({ current: state }: { current: string }) => {
      if (!isOver) write({ type: 'socket', at: now(), who: person.id, state })
      away.add(person)
    })
    const name = `private-user.${person.id}`
    const channel = socket.subscribe(name)
    // Messages up to this one have been read in a list.
    let known = 0
    channel.bind('message', (data: unknown) => {
      const message = pushed.safeParse(data).data?.id
      if (message !== undefined) write({ type: 'heard', at: now(), who: person.id, message })
    })
    channel.bind('pusher:subscription_succeeded', async () => {
      const asked = now()
      const lists = await Promise.all(partners(person).map((other) => readSince(person, other, known)))
      const messages = lists.flat()
      known = Math.max(known, ...messages)
      write({ type: 'listed', at: now(), asked, who: person.id, messages })
      if (socket.connection.state === 'connected') away.delete(person)
    })
    // A signature that was refused, because the database was away, is asked for again, where the socket is still there.
    channel.bind('pusher:subscription_error', async () => {
      await delay(PAUSE_MS)
      if (!isOver) socket.subscribe(name)
    })
    return socket
  })

  async function readSince(person: Account, other: Account, known: number): Promise<number[]> {
    const ids: number[] = []
    for (let before: number | null | undefined; before !== null && !isOver; ) {
      const query = `per_page=100${before ? `&before=${before}` : ''}`
      const answer = await send(`${api}/messages/${other.id}?${query}`, { token: person.token }).catch(() => undefined)
      const read = page.safeParse(answer?.body)
      if (!read.success) {
        if (answer?.status === 404) return ids
        await delay(PAUSE_MS)
        continue
      }
      ids.push(...read.data.data.map(({ id }) => id))
      before = (ids.at(-1) ?? 0) <= known ? null : read.data.meta.next_before
    }
    return ids
  }

  return {
    areWell: () => away.size === 0,
    close() {
      isOver = true
      for (const socket of sockets) socket.disconnect()
    },
  }
}
