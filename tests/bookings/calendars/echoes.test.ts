import { expect } from 'vitest'
import { inDays, type TestApp } from '../../support/app.ts'
import { closed, importAgain, importOnce, readShared, shared } from '../../support/feeds.ts'
import { passHour, twoPlatforms } from '../../support/two-platforms.ts'

/** Lets the platform of a feed read the calendar of a home. Returns the nights, once it is written that they were read. */
async function tell(t: TestApp, feed: { id: number; export_url: string } | undefined) {
  const nights = (await readShared(t, feed?.export_url ?? '')).map((event) => event.nights)
  const isWritten = async () =>
    (await t.db`select from calendar_feeds where id = ${feed?.id ?? 0} and exported_at > now() - interval '40 seconds'`)
      .length
  await expect.poll(isWritten).toBe(1)
  return nights
}

twoPlatforms(
  'two platforms that repeat each other open a night that is cancelled',
  async ({ t, world: { says, owner, home } }) => {
    const [first, second] = (await shared(t, owner, home)).feeds as { id: number; export_url: string }[]
    const told = (feed: typeof first) => tell(t, feed)
    const nights = [inDays(10), inDays(13)]

    says.a = [[10, 13]]
    await importOnce(t)
    await passHour(t, home)
    expect(await told(second)).toEqual([nights])
    says.b = [[10, 13]]
    await importOnce(t)
    expect(await closed(t, home)).toEqual([
      [inDays(10), inDays(12)],
      [inDays(10), inDays(12)],
    ])
    // The first is not told what the second only repeats, and cannot repeat it in turn.
    expect(await told(first)).toEqual([])

    says.a = []
    await importAgain(t)
    expect(await closed(t, home)).toEqual([[inDays(10), inDays(12)]])
    expect([await told(first), await told(second)]).toEqual([[], []])
    says.b = []
    await importAgain(t)
    expect(await closed(t, home)).toEqual([])
  },
)

twoPlatforms(
  'a platform that sells the nights of its echo again closes them for the other',
  async ({ t, world: { says, owner, home } }) => {
    const [first, second] = (await shared(t, owner, home)).feeds as { id: number; export_url: string }[]
    const told = (feed: typeof first) => tell(t, feed)
    says.a = [[10, 13]]
    await importOnce(t)
    await passHour(t, home)
    await told(second)
    says.b = [[10, 13]]
    await importOnce(t)
    says.a = []
    await importAgain(t)
    // The second has read three calendars without these nights, and still has them.
    for (let reading = 0; reading < 3; reading++) {
      await t.db`update calendar_feeds set exported_at = exported_at - interval '1 hour' where property_id = ${home}`
      await told(second)
    }
    await importOnce(t)
    expect(await told(first)).toEqual([[inDays(10), inDays(13)]])
  },
)
