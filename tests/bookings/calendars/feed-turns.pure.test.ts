import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DueFeed, nextFeed, PLACES } from '../../../src/bookings/calendars/feed-turns.ts'

/** Minutes until each feed is read. `seconds` says how long a reading takes. */
function play(feeds: DueFeed[], seconds: (feed: DueFeed) => number): Map<number, number> {
  const begun = new Map<number, number>()
  let due = [...feeds]
  let served: number[] = []
  const reading: { feed: DueFeed; end: number }[] = []
  for (let now = 0; due.length > 0 || reading.length > 0; ) {
    const next = nextFeed(
      due,
      reading.map(({ feed }) => feed),
      served,
    )
    if (next) {
      begun.set(next.id, now)
      due = due.filter(({ id }) => id !== next.id)
      served = [...served.filter((id) => id !== next.owner_id), next.owner_id]
      reading.push({ feed: next, end: now + seconds(next) })
      continue
    }
    reading.sort((a, b) => a.end - b.end)
    const ended = reading.shift()
    if (!ended) break
    now = ended.end
  }
  return begun
}

const feed = (id: number, owner_id: number, host = `host${owner_id}`, is_slow = false): DueFeed => ({
  ...{ id, owner_id, host, is_slow },
})

test('another account’s feed is read at once beside a hundred slow ones of one account', () => {
  const slow = Array.from({ length: 120 }, (_, index) => feed(index, 1))
  const begun = play([...slow, feed(200, 2)], ({ owner_id }) => (owner_id === 1 ? 9.3 : 0.3))
  expect(begun.get(200)).toBe(0)
})

test('and beside slow ones of many accounts, on one host or known to be slow', () => {
  for (const slow of [
    Array.from({ length: 60 }, (_, index) => feed(index, index + 10, 'slow.example')),
    Array.from({ length: 60 }, (_, index) => feed(index, index + 10, `host${index}`, true)),
  ]) {
    const begun = play([...slow, feed(200, 2)], ({ id }) => (id === 200 ? 0.3 : 9.3))
    expect(begun.get(200)).toBe(0)
  }
})

const anyFeeds = fc
  .array(
    fc.record({
      owner_id: fc.integer({ min: 1, max: 5 }),
      host: fc.constantFrom('a', 'b', 'c'),
      is_slow: fc.boolean(),
    }),
    {
      maxLength: 60,
    },
  )
  .map((feeds) => feeds.map((one, id) => ({ id, ...one })))

test('every feed is read, and an account with few never waits for all of one with many', () => {
  fc.assert(
    fc.property(anyFeeds, (feeds) => {
      expect(play(feeds, () => 1).size).toBe(feeds.length)
    }),
  )
})

test('places never exceed their limits', () => {
  fc.assert(
    fc.property(anyFeeds, anyFeeds, (due, underWay) => {
      const next = nextFeed(due, underWay, [])
      if (!next) return
      const after = [...underWay, next]
      expect(after.length).toBeLessThanOrEqual(PLACES.all)
      expect(after.filter(({ owner_id }) => owner_id === next.owner_id).length).toBeLessThanOrEqual(PLACES.account)
      expect(after.filter(({ host }) => host === next.host).length).toBeLessThanOrEqual(PLACES.host)
    }),
  )
})
