import { expect, vi } from 'vitest'
import { isolated, test } from '../../support/app.ts'
import { client, type TestClient } from '../../support/sockets.ts'

const PEOPLE = 60

/** Reads what a socket is told of a presence channel until it knows exactly these people. */
async function knows(socket: TestClient, known: Set<string>, people: string[]): Promise<number> {
  const isComplete = () => known.size === people.length && people.every((id) => known.has(id))
  let frames = 0
  while (!isComplete()) {
    const { event, data } = await socket.read()
    frames++
    if (event === 'pusher_internal:subscription_succeeded') for (const id of data.presence.ids) known.add(id)
    else if (event === 'pusher_internal:member_added') {
      expect(known.has(data.user_id), `${data.user_id} is added once`).toBe(false)
      known.add(data.user_id)
    } else if (event === 'pusher_internal:member_removed') expect(known.delete(data.user_id)).toBe(true)
    else expect.unreachable(event)
  }
  return frames
}

test('many who come and go at once: everybody is told of everybody else, once', async ({ t }) => {
  const ids = Array.from({ length: PEOPLE }, (_, index) => `p${index}`)
  const [witness, ...sockets] = await Promise.all(Array.from({ length: PEOPLE + 1 }, () => client(t.app)))
  if (!witness) throw new Error('no socket')
  const seen = new Set((await witness.join('presence-room', { user_id: 'w' })).data.presence.ids as string[])
  const everybody = ['w', ...ids]
  await Promise.all(
    sockets.map(async (socket, index) => {
      const known = new Set<string>()
      const first = await socket.join('presence-room', { user_id: ids[index] ?? '', user_info: { index } })
      for (const id of first.data.presence.ids) known.add(id)
      expect(known).toContain(ids[index])
      expect(first.data.presence.hash[ids[index] ?? '']).toEqual({ index })
      expect(first.data.presence.count).toBe(known.size)
      await knows(socket, known, everybody)
    }),
  )
  expect(await knows(witness, seen, everybody)).toBe(PEOPLE)
  // Half of them leave, each in another way.
  const [leaving, staying] = [sockets.slice(0, PEOPLE / 2), ids.slice(PEOPLE / 2)]
  for (const [index, socket] of leaving.entries()) {
    if (index % 3 === 0) socket.socket.terminate()
    else if (index % 3 === 1) socket.socket.close()
    else socket.send({ event: 'pusher:unsubscribe', data: { channel: 'presence-room' } })
  }
  expect(await knows(witness, seen, ['w', ...staying])).toBe(PEOPLE / 2)
  expect(t.app.sockets.people('presence-room').toSorted()).toEqual(['w', ...staying].toSorted())
})

isolated('who leaves a channel on one node is still there in others, and on other nodes', async ({ t }) => {
  const [here, again, there] = [await client(t.app), await client(t.app), await client((await t.node()).app)]
  for (const channel of ['presence-room', 'presence-hall']) await here.join(channel, { user_id: 'a' })
  await again.join('presence-room', { user_id: 'b' })
  await there.join('presence-room', { user_id: 'a' })
  const known = (expected: string[]) =>
    vi.waitFor(async () => {
      const people = await t.db<{ channel: string; user_id: string }[]>`
        select channel, user_id from realtime_presence order by channel, user_id`
      expect(people.map(({ channel, user_id }) => `${user_id} in ${channel}`)).toEqual(expected)
    }, 5_000)
  await known(['a in presence-hall', 'a in presence-room', 'a in presence-room', 'b in presence-room'])
  here.send({ event: 'pusher:unsubscribe', data: { channel: 'presence-room' } })
  await known(['a in presence-hall', 'a in presence-room', 'b in presence-room'])
  const nodes = await t.app.bus.presence.list()
  expect(nodes.map(({ people }) => people.length).toSorted()).toEqual([1, 2])
})
