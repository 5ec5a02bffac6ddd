import { describe, expect } from 'vitest'
import { inDays, type TestApp } from '../../support/app.ts'
import { book, expectHomesInStep, scene, stay } from '../../support/booking.ts'
import { addFeed, calendarOf, closed, ical, importAgain, type Platform, shared, test } from '../../support/feeds.ts'

/** Counts the rows of all. */
const alone = test.extend({ neighbours: false })

/** Gives each feed of another platform, by its address, its own nights. */
const tell = (platform: Platform, nights: Record<string, [from: number, until: number][]>) => {
  platform.answer = (response) => {
    const feed = new URL(response.req.url ?? '/', platform.url).searchParams.get('feed') ?? ''
    response.end(calendarOf(...(nights[feed] ?? [])))
  }
}

/** Two homes of two owners, of which each has a feed; both feeds tell the same event. */
async function twoHomes(t: TestApp, platform: Platform) {
  const [first, second] = [await scene(t), await scene(t)]
  tell(platform, { first: [[10, 13]], second: [[10, 13]] })
  await addFeed(t, first.owner, first.home, `${platform.url}?feed=first`)
  await addFeed(t, second.owner, second.home, `${platform.url}?feed=second`)
  return { first, second }
}

const CLOSED = [[inDays(10), inDays(12)]]

describe('an event that two feeds tell', () => {
  test('closes both homes, and opens the one whose feed tells it no more', async ({ t, platform }) => {
    const { first, second } = await twoHomes(t, platform)
    await t.drain()
    expect([await closed(t, first.home), await closed(t, second.home)]).toEqual([CLOSED, CLOSED])
    tell(platform, { second: [[10, 13]] })
    await importAgain(t)
    expect([await closed(t, first.home), await closed(t, second.home)]).toEqual([[], CLOSED])
    await expectHomesInStep(t)
  })

  test('closes a home but for the nights of its own stays', async ({ t, platform }) => {
    const { first, second } = await twoHomes(t, platform)
    await book(t, first.guest, stay(first.home, 11, 2))
    await t.drain()
    expect([await closed(t, first.home), await closed(t, second.home)]).toEqual([[[inDays(10), inDays(10)]], CLOSED])
    await expectHomesInStep(t)
  })

  test('is known to one home by both, and kept until neither tells it', async ({ t, platform }) => {
    const { owner, home } = await scene(t)
    const nights: [number, number][] = [[10, 13]]
    tell(platform, { first: nights, second: nights })
    for (const feed of ['first', 'second']) await addFeed(t, owner, home, `${platform.url}?feed=${feed}`, feed)
    await t.drain()
    expect((await shared(t, owner, home)).feeds).toMatchObject([{ closures: 1 }, { closures: 1 }])
    tell(platform, { second: nights })
    await importAgain(t)
    expect((await shared(t, owner, home)).feeds).toMatchObject([{ closures: 0 }, { closures: 1 }])
    expect(await closed(t, home)).toEqual(CLOSED)
    await expectHomesInStep(t)
  })

  test('stays in one home when the feed of another is deleted', async ({ t, platform }) => {
    const { first, second } = await twoHomes(t, platform)
    await t.drain()
    const [feed] = (await shared(t, first.owner, first.home)).feeds
    expect((await t.call('DELETE', ical(second.home, `/feeds/${feed.id}`), undefined, second.owner)).status).toBe(404)
    expect((await t.call('DELETE', ical(first.home, `/feeds/${feed.id}`), undefined, first.owner)).status).toBe(200)
    expect([await closed(t, first.home), await closed(t, second.home)]).toEqual([[], CLOSED])
  })

  alone('is told again on demand by its own feed only', async ({ t, platform }) => {
    const { first, second } = await twoHomes(t, platform)
    await t.drain()
    await t.db`update calendar_feeds set attempted_at = now() - interval '61 seconds'`
    const [feed] = (await shared(t, first.owner, first.home)).feeds
    const ask = (home: string, owner: typeof first.owner) =>
      t.call('POST', ical(home, `/feeds/${feed.id}/import`), undefined, owner)
    expect((await ask(second.home, second.owner)).status).toBe(404)
    expect((await ask(first.home, first.owner)).status).toBe(202)
    await t.drain()
    expect(platform.asked).toBe(3)
  })
})

test('what an event closes follows the event: its first day, its last, and its name', async ({ t, platform }) => {
  const { owner, home } = await scene(t)
  await addFeed(t, owner, home, platform.url)
  for (const [from, until, uid] of [
    [10, 13, 'a'],
    [9, 13, 'a'],
    [9, 14, 'a'],
    [9, 14, 'b'],
  ] as const) {
    platform.answer = (response) => response.end(calendarOf([from, until]).replace(`${from}@`, `${uid}@`))
    await importAgain(t)
    expect([uid, await closed(t, home)]).toEqual([uid, [[inDays(from), inDays(until - 1)]]])
  }
})
