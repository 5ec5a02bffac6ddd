import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { readFeed } from '../../../src/channels/channel-bookings/feed.ts'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { findDisagreements, passLeases, runStorm } from '../../../tests/support/channel-storm.ts'
import { randomOf, SEED } from '../../../tests/support/random.ts'
import { round } from '../support.ts'
import type { Scene } from './scene.ts'

const STEPS = 2_000
const NIGHTS = 60
const WAIT_TIMEOUT_MS = 300_000

/** The long form of tests/channels/channel-manager/storm.slow.test.ts. @throws when both sides do not agree in the end. */
export async function benchStorm(
  app: FastifyInstance,
  manager: ChannelStandin,
  env: Record<string, string>,
  { rooms, guests, today }: Scene,
): Promise<void> {
  const span = { from: addDays(today, 200), nights: NIGHTS }
  const start = performance.now()
  const storm = { ...span, manager, random: randomOf(SEED), rooms, guests, steps: STEPS, kills: 2, env }
  const { service, ...tally } = await runStorm(storm)
  const sold = performance.now()
  try {
    for (;;) {
      await passLeases(app.db)
      await readFeed.run(app, {})
      const problems = await findDisagreements(app.db, manager, span)
      if (problems.length === 0) break
      if (performance.now() - sold > WAIT_TIMEOUT_MS)
        throw new Error(`seed ${SEED}\n${problems.slice(0, 20).join('\n')}`)
      await delay(500)
    }
  } finally {
    service.stop()
  }
  const [told] = await app.db<{ count: number; left: number }[]>`
    select count(distinct data ->> 'reservation_id') as count, (select count(*) from occupancy where overbooked) as left
    from notifications where type = 'reservation_overbooked'`
  const seconds = (from: number, until: number) => round((until - from) / 1_000, 1)
  console.log(
    `storm                     ${JSON.stringify(tally)}, ${told?.count} overbooked and told, ${told?.left} still so; ${seconds(start, sold)} s, agreement after ${seconds(sold, performance.now())} s (seed ${SEED})`,
  )
}
