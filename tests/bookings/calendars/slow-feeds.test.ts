import { expect } from 'vitest'
import { transaction } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { alone } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'

alone('a calendar that is slow to answer is read less often, until it answers in time', async ({ t }) => {
  const { owner, home } = await scene(t)
  const feeds = `/calendars/properties/${home}/ical/feeds`
  await t.call('POST', feeds, { name: 'Slow', url: 'https://slow.example/a.ics' }, owner)
  const minutes: (number | undefined)[] = []
  for (const is_slow of [false, true, true, true, false]) {
    const [due] = await queries.calendars.listDueFeeds(t.db, {})
    const claimed = due && (await transaction(t.db, (tx) => queries.calendars.claimFeed(tx, { feed_id: due.id })))
    if (!claimed) throw new Error('no feed is due')
    const read = { taken: '[]', skipped: [], problems: [], left_out: {}, is_doubted: false }
    await transaction(t.db, (tx) =>
      queries.calendars.finishImport(tx, { feed_id: claimed.id, claim: claimed.claim, ...read, is_slow }),
    )
    const [next] = await t.db<{ minutes: number }[]>`
      select round(extract(epoch from next_fetch_at - now()) / 60)::integer as minutes from calendar_feeds`
    minutes.push(next?.minutes)
    await t.db`update calendar_feeds set next_fetch_at = now() - interval '1 second'`
  }
  expect(minutes).toEqual([30, 60, 120, 120, 30])
})
