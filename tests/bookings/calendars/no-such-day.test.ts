import { expect } from 'vitest'
import { addFeed, shared, test } from '../../support/feeds.ts'

/** Counts the rows of all. */
const alone = test.extend({ neighbours: false })

alone(
  'a feed closes no night for an event that begins on a day that does not exist, and all others',
  async ({ t, platform }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const year = new Date().getUTCFullYear() + 1
    const event = (day: string) => ['BEGIN:VEVENT', `UID:${day}`, `DTSTART;VALUE=DATE:${year}${day}`, 'END:VEVENT']
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...event('0230'), ...event('0431'), ...event('0615')]
    platform.answer = (response) => response.end([...lines, 'END:VCALENDAR', ''].join('\r\n'))
    expect((await addFeed(t, owner, home, platform.url)).status).toBe(201)
    await t.drain()
    expect((await shared(t, owner, home)).feeds).toMatchObject([{ error: null, closures: 1 }])
    expect(await t.db`select start_date::text, end_date::text from closures`).toEqual([
      { start_date: `${year}-06-15`, end_date: `${year}-06-15` },
    ])
  },
)
