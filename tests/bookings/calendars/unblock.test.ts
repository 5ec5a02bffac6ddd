import { describe, expect } from 'vitest'
import { inDays } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { bulk, close, days, statuses } from '../../support/calendars.ts'
import { addFeed, calendarOf, test } from '../../support/feeds.ts'
import { holdUntil } from '../../support/stays.ts'

const NOBODY = { reservation_id: null, feed_id: null, feed: null }

describe('opening nights', () => {
  test('says which stay taken, and by what', async ({ t, platform }) => {
    const { owner, home, guest } = await scene(t)
    const { reservation_id } = (await book(t, guest, stay(home, 11, 2))).body.data
    platform.answer = (response) => response.end(calendarOf([10, 15], [30, 32]))
    await addFeed(t, owner, home, platform.url)
    const [row] = await t.db`select id from calendar_feeds where property_id = ${home}`
    await t.drain()
    await close(t, owner, home, 16, 18)
    const feed = { ...NOBODY, feed_id: row?.id, feed: 'Airbnb' }
    const { status, body } = await bulk(t, owner, home, { action: 'unblock', ...days(12, 31) })
    expect([status, body.data.taken]).toEqual([
      200,
      [
        { ...NOBODY, reservation_id, start_date: inDays(12), end_date: inDays(12) },
        { ...feed, start_date: inDays(13), end_date: inDays(14) },
        { ...feed, start_date: inDays(30), end_date: inDays(31) },
      ],
    ])
    expect(await statuses(t, home, 16, 18)).toEqual(['available', 'available', 'available'])
    // Asked again before the next reading it says the same.
    const again = await bulk(t, owner, home, { action: 'unblock', ...days(12, 31) })
    expect(again.body.data.taken).toEqual(body.data.taken)
  })

  test('says nothing of nights that are free, of a hold that is over, and of other operations', async ({ t }) => {
    const { owner, home, guest } = await scene(t)
    await close(t, owner, home, 16, 18)
    const { reservation_id } = (await book(t, guest, stay(home, 11, 2))).body.data
    await holdUntil(t, '-1 second', reservation_id)
    expect((await bulk(t, owner, home, { action: 'unblock', ...days(10, 20) })).body.data.taken).toEqual([])
    const blocked = await bulk(t, owner, home, { action: 'block', ...days(20, 21) })
    expect(blocked.body.data).not.toHaveProperty('taken')
  })
})
