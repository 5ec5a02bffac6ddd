import { expect, vi } from 'vitest'
import type { TestApp, TestUser } from './app.ts'
import { book, scene, stay } from './booking.ts'
import { addFeed, calendarOf, importAgain, type Platform, publicPath, shared } from './feeds.ts'

/** A home with a stay of two nights from day 11 on, and a feed that says nothing yet. */
export async function disputed(t: TestApp, platform: Platform) {
  const people = await scene(t)
  const { owner, guest, home } = people
  const { reservation_id } = (await book(t, guest, stay(home, 11, 2))).body.data
  platform.answer = (response) => response.end(calendarOf())
  await addFeed(t, owner, home, platform.url)
  await t.drain()
  const says = async (text: string) => {
    platform.answer = (response) => response.end(text)
    await importAgain(t)
  }
  /** The platform reads what it was given, long after everything here was booked. */
  const readsExport = async () => {
    await t.db`update reservations set created_at = created_at - interval '1 minute' where property_id = ${home}`
    const { feeds } = await shared(t, owner, home)
    expect((await t.call('GET', publicPath(feeds[0].export_url))).status).toBe(200)
    const isRead = async () =>
      (
        await t.db`select from calendar_feeds where property_id = ${home} and exported_at > now() - interval '40 seconds'`
      ).length
    await vi.waitFor(async () => expect(await isRead()).toBe(1))
  }
  return { ...people, reservation_id, says, readsExport }
}

/** The conflicts of a home's imported calendars. */
export const conflictsOf = async (t: TestApp, owner: TestUser, home: string) =>
  (await t.call('GET', `/calendars/properties/${home}/conflicts`, undefined, owner)).body.data
/** The notifications of an owner of a type. */
export const notifiedOf = async (t: TestApp, owner: TestUser, wanted: string) =>
  (await t.call('GET', '/notifications?per_page=100', undefined, owner)).body.data.filter(
    ({ type }: { type: string }) => type === wanted,
  )
/** Says that a conflict is none. */
export const dismiss = (
  t: TestApp,
  owner: TestUser,
  home: string,
  id: number,
  body: object = { reason: 'a day to prepare' },
) => t.call('POST', `/calendars/properties/${home}/conflicts/${id}/dismiss`, body, owner)
