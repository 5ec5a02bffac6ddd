import { expect, inject, vi } from 'vitest'
import { readFeed } from '../../../src/channels/channel-bookings/feed.ts'
import { inDays } from '../../support/app.ts'
import { KEY, mapHome, test } from '../../support/channel-manager.ts'
import { findDisagreements, passLeases, runStorm } from '../../support/channel-storm.ts'
import { seeded } from '../../support/seed.ts'

/** `npm run ci:long` has a longer one. */
const STEPS = Number(process.env.STORM_STEPS ?? 40)

/** Counts the rows of all. */
const alone = test.extend({ neighbours: false })

alone(
  'two channels sell the same nights while the service is killed twice: both sides agree on every night',
  async ({ t, manager }) => {
    const random = seeded()
    const owner = await t.user()
    const support = await t.user({ role: 'support' })
    const rooms = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const property_id = await t.home(owner)
        await mapHome(t, support, property_id, name)
        return { property_id, room_type_id: `R${name}` }
      }),
    )
    const guests = await Promise.all(Array.from({ length: 3 }, async () => (await t.user()).token))
    const [database] = await t.db<{ name: string }[]>`select current_database() as name`
    const span = { from: inDays(20), nights: 25 }
    const { service, ...tally } = await runStorm({
      ...span,
      manager,
      random,
      rooms,
      guests,
      steps: STEPS,
      kills: 2,
      env: {
        DATABASE_URL: inject('databaseUrl').replace('/DATABASE', `/${database?.name}`),
        DATA_DIR: t.app.config.dataDir,
        CHANNEL_MANAGER_URL: manager.url,
        CHANNEL_MANAGER_KEY: KEY,
        CHANNEL_MANAGER_CALLS_PER_MINUTE: '10000',
        CHANNEL_EVENTS_PER_MINUTE: '100000',
        RESERVATIONS_PER_DAY: '100000',
      },
    })
    try {
      await vi.waitFor(
        async () => {
          await passLeases(t.db)
          // The feed, fifteen minutes later.
          await readFeed.run(t.app, {})
          expect(await findDisagreements(t.db, manager, span)).toEqual([])
        },
        { timeout: 60_000, interval: 200 },
      )
    } finally {
      service.stop()
    }
    expect(Math.min(tally.booked, tally.sold, tally.modified, tally.cancelledThere)).toBeGreaterThan(0)
  },
  180_000,
)
