import { expect } from 'vitest'
import { erase } from '../../support/accounts.ts'
import { inDays, type TestApp, type TestUser } from '../../support/app.ts'
import { conflictsOf, dismiss, notifiedOf } from '../../support/conflicts.ts'
import { importAgain, readShared, shared } from '../../support/feeds.ts'
import { passHour, twoPlatforms } from '../../support/two-platforms.ts'

const shown = async (t: TestApp, owner: TestUser, home: string) =>
  (await conflictsOf(t, owner, home)).map(({ kind, start_date, end_date }: Record<string, string>) => [
    kind,
    start_date,
    end_date,
  ])
const notified = async (t: TestApp, owner: TestUser) =>
  (await notifiedOf(t, owner, 'feed_conflict')).map(
    ({ data }: { data: { is_possible: boolean; nights: object[] } }) => [data.is_possible, data.nights],
  )

twoPlatforms(
  'two calendars with overlapping nights are a conflict, told once, at the desk, and gone when one leaves',
  async ({ t, world: { says, owner, home } }) => {
    says.a = [[10, 14]]
    says.b = [[12, 16]]
    await importAgain(t)
    await importAgain(t)
    const nights = [inDays(12), inDays(13)]
    const [found, ...others] = await conflictsOf(t, owner, home)
    const [first, second] = (await shared(t, owner, home)).feeds
    expect(others).toEqual([])
    expect(found).toMatchObject({
      ...{ feed: 'Airbnb', feed_id: first.id, other_feed: 'Abritel', other_feed_id: second.id },
      ...{ reservation_id: null, check_in: null, kind: 'certain', start_date: nights[0], end_date: nights[1] },
    })
    expect([first.conflicts, second.conflicts]).toEqual([[], []])
    expect(await notified(t, owner)).toEqual([[false, [{ start_date: nights[0], end_date: nights[1] }]]])
    const mails = (await t.mails(owner.email)).filter(({ subject }) => /double/.test(subject))
    expect(mails.map(({ text }) => /Airbnb.*Abritel|Abritel.*Airbnb/.test(text))).toEqual([true])
    const desk = (await t.call('GET', '/desk', undefined, owner)).body.data.conflicts
    expect(desk).toMatchObject({ total: 1, items: [{ id: found.id, reservation_id: null, property: { id: home } }] })

    says.b = []
    await importAgain(t)
    expect(await shown(t, owner, home)).toEqual([])
    says.b = [[12, 16]]
    await importAgain(t)
    expect(await shown(t, owner, home)).toEqual([['certain', ...nights]])
    // The same nights are not news.
    expect(await notified(t, owner)).toHaveLength(1)
    await t.call('DELETE', `/calendars/properties/${home}/ical/feeds/${second.id}`, undefined, owner)
    expect(await shown(t, owner, home)).toEqual([])
  },
)

twoPlatforms(
  'equal nights are one stay, and a platform that had been told of them may repeat them',
  async ({ t, world: { says, owner, home } }) => {
    says.a = [[10, 14]]
    says.b = [[10, 14]]
    await importAgain(t)
    expect(await shown(t, owner, home)).toEqual([])

    // It had read the nights before, and adds one to prepare the home.
    const [, second] = (await shared(t, owner, home)).feeds
    says.a = [[20, 23]]
    says.b = []
    await importAgain(t)
    await passHour(t, home)
    await t.db`
      update calendar_feeds set taken = (
        select jsonb_agg(e || jsonb_build_object('seen_at', now() - interval '1 hour')) from jsonb_array_elements(taken) e)
      where property_id = ${home} and taken <> '[]'`
    await readShared(t, second.export_url)
    await expect
      .poll(
        async () => (await t.db`select from calendar_feeds where id = ${second.id} and exported_at is not null`).length,
      )
      .toBe(1)
    says.b = [[20, 24]]
    await importAgain(t)
    expect(await shown(t, owner, home)).toEqual([['possible', inDays(20), inDays(22)]])
    expect(await notified(t, owner)).toMatchObject([[true, [{ start_date: inDays(20) }]]])
  },
)

twoPlatforms(
  'a conflict that is dismissed with a reason comes back with other nights, or after it had gone',
  async ({ t, world: { says, owner, guest, home } }) => {
    says.a = [[10, 14]]
    says.b = [[12, 16]]
    await importAgain(t)
    const [{ id }] = await conflictsOf(t, owner, home)
    expect((await dismiss(t, owner, home, id, {})).status).toBe(400)
    expect((await dismiss(t, guest, home, id)).status).toBe(403)
    expect((await dismiss(t, owner, home, 999_999)).status).toBe(404)
    expect((await dismiss(t, owner, home, id)).status).toBe(200)
    expect((await dismiss(t, owner, home, id)).status).toBe(404)
    await importAgain(t)
    expect(await shown(t, owner, home)).toEqual([])
    const audit = (await t.call('GET', '/audit?per_page=5', undefined, owner)).body.data
    expect(audit).toContainEqual(
      expect.objectContaining({ action: 'calendar_conflict.dismissed', property_id: home, object_id: String(id) }),
    )
    expect(JSON.stringify(audit)).toContain('a day to prepare')

    says.b = [[11, 16]]
    await importAgain(t)
    expect(await shown(t, owner, home)).toEqual([['certain', inDays(11), inDays(11)]])
    says.b = []
    await importAgain(t)
    says.b = [[12, 16]]
    await importAgain(t)
    expect(await shown(t, owner, home)).toEqual([['certain', inDays(12), inDays(13)]])
  },
)

twoPlatforms('two readings at once have one conflict of two feeds', async ({ t, world: { says, owner, home } }) => {
  says.a = [[10, 14]]
  says.b = [[12, 16]]
  await Promise.all([importAgain(t), importAgain(t), importAgain(t)])
  expect(await shown(t, owner, home)).toEqual([['certain', inDays(12), inDays(13)]])
  expect(await notified(t, owner)).toHaveLength(1)
})

twoPlatforms(
  'a stay that was written down is asked about only when its own platform lets it go, and not when an echo ends',
  async ({ t, world: { says, owner, home } }) => {
    const [first, second] = (await shared(t, owner, home)).feeds
    says.a = [[20, 24]]
    await importAgain(t)
    await passHour(t, home)
    await readShared(t, second.export_url)
    says.b = [[20, 24]]
    await importAgain(t)
    const body = { check_in: inDays(20), check_out: inDays(24), guest: { name: 'Ada' } }
    const url = `/calendars/properties/${home}/ical/feeds/${first.id}/stays`
    expect((await t.call('POST', url, body, owner)).status).toBe(201)
    await importAgain(t)
    expect(await shown(t, owner, home)).toEqual([])
    says.b = []
    await importAgain(t)
    expect(await shown(t, owner, home)).toEqual([])
    // Another sale over it is one conflict, with the stay.
    says.b = [[22, 26]]
    await importAgain(t)
    expect(
      (await conflictsOf(t, owner, home)).map(({ other_feed_id }: { other_feed_id: unknown }) => other_feed_id),
    ).toEqual([null])
    says.b = []
    says.a = []
    await importAgain(t)
    // The two feeds are read at once: the first may have seen nights of the second.
    await importAgain(t)
    expect(await shown(t, owner, home)).toEqual([['gone', inDays(20), inDays(23)]])
  },
)

twoPlatforms(
  'two stays that touch are told one by one, and repeated as echoes',
  async ({ t, world: { says, owner, home } }) => {
    says.a = [[20, 24]]
    await importAgain(t)
    const booked = {
      check_in: inDays(24),
      check_out: inDays(28),
      guest: { name: 'Ada' },
      pay: 'later',
      force_rules: true,
    }
    expect((await t.call('POST', `/properties/${home}/reservations`, booked, owner)).status).toBe(201)
    await passHour(t, home)
    await t.db`update reservations set created_at = created_at - interval '1 hour' where property_id = ${home}`
    const [, second] = (await shared(t, owner, home)).feeds
    await readShared(t, second.export_url)
    await expect
      .poll(async () => (await t.db`select from calendar_feeds where id = ${second.id} and told <> '[]'`).length)
      .toBe(1)
    says.b = [
      [20, 24],
      [24, 28],
    ]
    await importAgain(t)
    const events = await t.call('GET', `/calendars/properties/${home}/ical/feeds/${second.id}/events`, undefined, owner)
    expect(events.body.data.map(({ is_echo }: { is_echo: boolean }) => is_echo)).toEqual([true, true])
    expect(await shown(t, owner, home)).toEqual([])
  },
)

twoPlatforms('an owner whose calendars contradict each other erases the account', async ({ t, world }) => {
  Object.assign(world.says, { a: [[10, 14]], b: [[12, 16]] })
  await importAgain(t)
  await importAgain(t)
  expect(await shown(t, world.owner, world.home)).toHaveLength(1)
  expect(await erase(t, world.owner)).toBe(200)
})
