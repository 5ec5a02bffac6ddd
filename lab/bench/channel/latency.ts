import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import type { Database } from '../../../src/platform/db/client.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { report, round } from '../support.ts'
import type { Scene } from './scene.ts'

const SAMPLES = 300
const WAIT_TIMEOUT_MS = 30_000

/** From the request of our guest to the moment at which the channel manager has closed the night; the booking is part of it. */
export async function benchLatency(
  db: Database,
  manager: ChannelStandin,
  url: string,
  key: string,
  { rooms, guests, today }: Scene,
): Promise<void> {
  await until(() => rooms.every(({ room_type_id }) => manager.availability.get(room_type_id)?.size === 500))
  const waits: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { property_id, room_type_id } = rooms[sample % rooms.length] ?? { property_id: '', room_type_id: '' }
    const check_in = addDays(today, 10 + Math.floor(sample / rooms.length))
    await delay(5 + (sample % 11))
    const begin = performance.now()
    const booking = request(`${url}/api/v1/reservations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${guests[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ property_id, check_in, check_out: addDays(check_in, 1), adults: 2 }),
    })
    await until(() => manager.availability.get(room_type_id)?.get(check_in) === 0)
    waits.push(performance.now() - begin)
    const answer = await booking
    await answer.body.dump()
    if (answer.statusCode !== 201) throw new Error(`a booking was answered ${answer.statusCode}`)
  }
  const floors = await measureFloor(db, manager, key, addDays(today, 30))
  for (const percentile of [0.5, 0.99]) {
    const [ours, floor] = [at(waits, percentile), at(floors, percentile)]
    report(
      `booking to manager, p${percentile * 100}`,
      `${round(ours, 1)} ms`,
      `${round(floor, 1)} ms`,
      ours / floor,
      '<= 100 ms',
    )
  }
}

/** The least that it takes: a commit that notifies, a listener in the same process, and the call. */
async function measureFloor(db: Database, manager: ChannelStandin, key: string, day: string): Promise<number[]> {
  const room = 'floor'
  const value = { property_id: 'floor', room_type_id: room, date_from: day, date_to: day, availability: 0 }
  const { unlisten } = await db.listen('bench_floor', async () => {
    const answer = await request(`${manager.url}/availability`, {
      method: 'POST',
      headers: { 'user-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ values: [value] }),
    })
    await answer.body.dump()
  })
  const waits: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    manager.availability.delete(room)
    await delay(5 + (sample % 11))
    await db.begin((tx) => tx`select pg_notify('bench_floor', '')`)
    const committed = performance.now()
    await until(() => manager.availability.has(room))
    waits.push(Math.max(0, performance.now() - committed))
  }
  await unlisten()
  return waits
}

async function until(isDone: () => boolean): Promise<void> {
  const end = performance.now() + WAIT_TIMEOUT_MS
  while (!isDone()) {
    if (performance.now() > end) throw new Error('the channel manager was not told')
    await delay(1)
  }
}

const at = (values: number[], percentile: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * percentile))] ?? Number.NaN
