import type { TestApp } from './app.ts'
import { scene } from './booking.ts'
import { addFeed, calendarOf, test } from './feeds.ts'

type Ranges = Parameters<typeof calendarOf>

/** Moves the begin of all closures of a home an hour back. */
export const passHour = (t: TestApp, home: string) =>
  t.db`update closures set created_at = created_at - interval '1 hour' where property_id = ${home}`

/** A home with two platforms behind one server, each with its own nights. */
export const twoPlatforms = test.extend<{
  world: { says: Record<'a' | 'b', Ranges> } & Awaited<ReturnType<typeof scene>>
}>({
  world: async ({ t, platform }, use) => {
    const people = await scene(t)
    const says: Record<'a' | 'b', Ranges> = { a: [], b: [] }
    platform.answer = (response) => response.end(calendarOf(...says[response.req.url?.includes('second') ? 'b' : 'a']))
    await addFeed(t, people.owner, people.home, platform.url, 'Airbnb')
    await addFeed(t, people.owner, people.home, `${platform.url}?second`, 'Abritel')
    await t.drain()
    await use({ says, ...people })
  },
})
