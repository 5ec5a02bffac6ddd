import { describe, expect } from 'vitest'
import { LINK_SCOPES } from '../../../src/bookings/states/stay-link.ts'
import { inDays, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { heldByHand } from '../../support/changes.ts'
import { connected, test as withChannel } from '../../support/channel-manager.ts'
import { feed } from '../../support/feed.ts'
import { runScheduled } from '../../support/jobs.ts'
import { makeKey } from '../../support/keys.ts'
import { paid } from '../../support/payments.ts'
import { messagesOf, words } from '../../support/stay-messages.ts'
import { bookedByHand, linksOf, prove, read } from '../../support/stay-page.ts'
import { shift } from '../../support/stays.ts'
import { joins } from '../../support/team.ts'

const TEXTS = {
  en: 'Hello {guest_name}, {home} from {check_in_time}.',
  fr: 'Bonjour {guest_name}, {home} dès {check_in_time}.',
}

const create = (t: TestApp, user: { token: string; headers?: Record<string, string> }, fields: object = {}) =>
  t.call('POST', '/message-templates', { name: 'Welcome', trigger: 'confirmed', texts: TEXTS, ...fields }, user)

const made = async (t: TestApp, owner: TestUser, fields: object = {}) => {
  const { status, body } = await create(t, owner, fields)
  expect([status, body.message]).toEqual([201, expect.anything()])
  // As if it had been there before the stays of the test.
  await t.db`update message_templates set active_since = now() - interval '1 year' where id = ${body.data.id}`
  return Number(body.data.id)
}

/** Runs the schedule, as every five minutes. */
const tick = (t: TestApp) => runScheduled(t, 'message-templates.claim-due')

const scheduled = async (t: TestApp, owner: TestUser, id: number) =>
  (await t.call('GET', `/reservations/${id}/scheduled-messages`, undefined, owner)).body.data

const states = async (t: TestApp, owner: TestUser, id: number) =>
  (await scheduled(t, owner, id)).map(
    ({ name, status, skip_reason }: { name: string; status: string; skip_reason: string | null }) =>
      skip_reason === null ? `${name} ${status}` : `${name} ${status} ${skip_reason}`,
  )

describe('a template', () => {
  test('is written once to each stay, in the language of its guest, wherever they are reached', async ({ t }) => {
    const { owner, id, home } = await paid(t)
    await t.db`update users set locale = 'fr', first_name = 'Ada' where id = (select guest_id from reservations where id = ${id})`
    await made(t, owner)
    const guest = { name: 'Grace Hopper', email: 'grace@example.org', language: 'en' }
    const days = { check_in: inDays(60), check_out: inDays(62) }
    const booked = await t.call(
      'POST',
      `/properties/${home}/reservations`,
      { ...days, adults: 1, guest, pay: 'later' },
      owner,
    )
    const byHand = Number(booked.body.data.reservation_id)
    await prove(t, byHand, guest.email)
    expect(await states(t, owner, id)).toEqual(['Welcome scheduled'])
    for (let time = 0; time < 2; time++) await tick(t)
    expect(words(await messagesOf(t, owner, id))).toEqual([
      expect.stringMatching(/^site company sent: Bonjour Ada, .* dès \d\d:\d\d\.$/),
    ])
    expect(words(await messagesOf(t, owner, byHand))).toEqual([
      expect.stringMatching(/^mail company sent: Hello Grace/),
    ])
    expect((await t.mails('grace@example.org')).filter(({ text }) => /Hello Grace/.test(text))).toHaveLength(1)
    const [sent] = await scheduled(t, owner, id)
    expect(sent).toMatchObject({ status: 'sent', message_id: expect.any(Number), settled_at: expect.any(String) })
  })

  test('goes out at its hour, in order, moves with the stay, and leaves with its cancellation', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    const late = await made(t, owner, { name: 'Two days before', trigger: 'arrival', days: -2, hour: 18 })
    await made(t, owner, { name: 'A week before', trigger: 'arrival', days: -7 })
    await made(t, owner, { name: 'After', trigger: 'departure', days: 1, hour: 10 })
    await tick(t)
    expect(await states(t, owner, id)).toEqual([
      'A week before scheduled',
      'Two days before scheduled',
      'After scheduled',
    ])
    const [{ due_at }] = (await scheduled(t, owner, id)).slice(1)
    const [{ local } = {}] = await t.db<{ local: string }[]>`
      select to_char(${due_at}::timestamptz at time zone p.timezone, 'HH24:MI') || ' ' || (r.check_in - 2) as local
      from reservations r join properties p on p.id = r.property_id where r.id = ${id}`
    const [{ day } = {}] = await t.db<
      { day: string }[]
    >`select (check_in - 2)::text as day from reservations where id = ${id}`
    expect(local).toBe(`18:00 ${day}`)
    // The stay begins tomorrow now: both moments are over, and came within the last two days only for one of them.
    await shift(t, id, 1)
    await t.db`update reservation_events set at = now() - interval '30 days' where reservation_id = ${id}`
    await t.db`update reservations set created_at = now() - interval '30 days' where id = ${id}`
    await tick(t)
    const now = await states(t, owner, id)
    expect(now.filter((state: string) => !state.startsWith('After'))).toEqual(['Two days before sent'])
    await t.db`delete from template_sendings where template_id = ${late}`
    expect((await t.call('POST', `/reservations/${id}/cancel`, {}, guest)).status).toBe(200)
    await tick(t)
    expect(await states(t, owner, id)).toEqual([])
  })

  test('reaches a stay that is booked after its moment at once, and makes up for nothing from before itself', async ({
    t,
  }) => {
    const { owner, id } = await heldByHand(t, 'later')
    await made(t, owner, { name: 'Long before', trigger: 'arrival', days: -60 })
    const fresh = Number((await create(t, owner, { name: 'New' })).body.data.id)
    await tick(t)
    expect(await states(t, owner, id)).toEqual(['Long before sent'])
    await t.db`update message_templates set active_since = now() - interval '1 year' where id = ${fresh}`
    expect(await states(t, owner, id)).toHaveLength(2)
    // A template that is switched off and on again begins anew.
    await t.call('PATCH', `/message-templates/${fresh}`, { is_active: false }, owner)
    await t.call('PATCH', `/message-templates/${fresh}`, { is_active: true }, owner)
    await tick(t)
    expect(await states(t, owner, id)).toEqual(['Long before sent'])
  })

  test('says at the stay why it was not sent', async ({ t }) => {
    const { owner, guest, id, home } = await paid(t)
    const silent = await t.call(
      'POST',
      `/properties/${home}/reservations`,
      {
        ...{ check_in: inDays(60), check_out: inDays(62), adults: 1, guest: { name: 'Nobody' }, pay: 'later' },
      },
      owner,
    )
    await t.call('POST', '/messages', { receiver_id: owner.id, property_id: home, content: 'x' }, guest)
    await t.call('POST', `/messages/${owner.id}/block`, {}, guest)
    await made(t, owner)
    await tick(t)
    expect(await states(t, owner, id)).toEqual(['Welcome skipped blocked'])
    expect(await states(t, owner, Number(silent.body.data.reservation_id))).toEqual(['Welcome skipped unreachable'])
  })

  test('is in English for guests who read neither language', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    await made(t, owner)
    const book = async (guest: object, from: number) => {
      const days = { check_in: inDays(from), check_out: inDays(from + 2) }
      const body = { ...days, adults: 1, guest: { name: 'Ada', email: 'ada@example.org', ...guest }, pay: 'later' }
      return Number((await t.call('POST', `/properties/${home}/reservations`, body, owner)).body.data.reservation_id)
    }
    const ids = [await book({ language: 'de' }, 30), await book({}, 40), await book({ language: 'fr-CA' }, 50)]
    await tick(t)
    const first = async (id: number) => (await messagesOf(t, owner, id)).data[0].content.split(' ')[0]
    expect([await first(ids[0] ?? 0), await first(ids[1] ?? 0), await first(ids[2] ?? 0)]).toEqual([
      'Hello',
      'Bonjour',
      'Bonjour',
    ])
  })

  isolated('is not mailed beyond the limits of a day, and not without words or with too many', async ({ t }) => {
    const { owner, home, id } = await heldByHand(t, 'later')
    await prove(t, id)
    await t.db`update properties set address = ${''} where id = ${home}`
    await made(t, owner, { name: 'Empty', texts: { en: ' {address} ' } })
    await t.db`update contacts set name = ${'n'.repeat(200)}, first_name = null where id = (select contact_id from reservations where id = ${id})`
    await made(t, owner, { name: 'Long', texts: { en: '{guest_name}'.repeat(300) } })
    for (let template = 0; template < 22; template++) await made(t, owner, { name: `Mail ${template}` })
    await tick(t)
    const outcomes: string[] = await states(t, owner, id)
    expect(outcomes.filter((state) => state.endsWith(' sent'))).toHaveLength(20)
    expect(outcomes.filter((state) => !state.endsWith(' sent')).toSorted()).toEqual([
      'Empty skipped empty',
      'Long skipped too_long',
      'Mail 20 skipped mail_limit',
      'Mail 21 skipped mail_limit',
    ])
    expect((await t.mails('ada@example.org')).filter(({ text }) => text.includes('Hello '))).toHaveLength(20)
    const written = await t.call('POST', `/reservations/${id}/messages`, { content: 'x' }, owner)
    expect(written.status).toBe(429)
  })

  test('is sent once by twenty schedules at the same time', async ({ t }) => {
    const { owner, id } = await paid(t)
    await made(t, owner)
    await t.db`insert into pgboss.job (name, data) select 'message-templates.claim-due', '{}' from generate_series(1, 20)`
    await t.db`
      insert into pgboss.job (name, data) select 'message-templates.send', jsonb_build_object('reservation_id', ${id}::bigint)
      from generate_series(1, 20)`
    await t.drain()
    expect((await messagesOf(t, owner, id)).data).toHaveLength(1)
  })
})

test('the key of a link is for those who may have the link, and in no event', async ({ t }) => {
  const { owner, id, link, fetched } = await bookedByHand(t)
  const template = await made(t, owner, { texts: { en: 'See {link} soon' } })
  await tick(t)
  const reading = await makeKey(t, owner, { scopes: ['messages.read', 'guests.read', 'events.read'] })
  const full = await makeKey(t, owner, {
    scopes: ['reservations.read', ...LINK_SCOPES],
  })
  const seen = async (who: { token: string; headers?: Record<string, string> }) => {
    const shown = await t.call('POST', `/message-templates/${template}/preview`, { reservation_id: id }, who)
    return [shown.body.data.content, (await messagesOf(t, who, id)).data[0].content]
  }
  const [, key = ''] = fetched.split('.')
  const cut = expect.stringMatching(new RegExp(`^See http.*/stay/${id}… soon$`))
  const whole = expect.stringMatching(new RegExp(`^See http.*/stay/${id}.${key} soon$`))
  expect(await seen(reading)).toEqual([cut, cut])
  for (const who of [full, owner, await joins(t, owner, 'desk')]) expect(await seen(who)).toEqual([whole, whole])
  // Somebody without one of the scopes of a link has none that others had made.
  for (const scope of LINK_SCOPES.filter((one) => !['messages.read', 'guests.read'].includes(one))) {
    const scopes = ['reservations.read', ...LINK_SCOPES.filter((one) => one !== scope)]
    expect([scope, await seen(await makeKey(t, owner, { scopes }))]).toEqual([scope, [cut, cut]])
  }
  expect((await t.call('GET', '/inbox', undefined, reading)).body.data[0].last_message.content).toEqual(cut)
  const told = JSON.stringify((await feed(t, owner)).events)
  expect(told).toContain(`/stay/${id}… soon`)
  expect(told).not.toContain(key)
  // On the page of a stay it is the link that the reader came by, however narrow.
  const narrow = await makeKey(t, owner, { scopes: ['reservations.read', 'messages.read'] })
  for (const own of [link, fetched, (await linksOf(t, narrow, id)).link])
    expect((await read(t, own)).messages.list[0].content).toMatch(new RegExp(`${own} soon$`))
  const typed = await t.call('POST', `/reservations/${id}/messages`, { content: `x${link}`, source: 'note' }, owner)
  expect(typed.body.data.content).toBe(`x${link}`)
})

describe('templates of an account', () => {
  test('are written, changed, previewed and deleted', async ({ t }) => {
    const { owner, home, id } = await heldByHand(t, 'later')
    const other = await t.home(await t.user())
    const template = Number((await create(t, owner, { property_ids: [home, home] })).body.data.id)
    const path = `/message-templates/${template}`
    const shown = await t.call('POST', `${path}/preview`, { reservation_id: id }, owner)
    expect(shown.body.data).toEqual({ content: expect.stringMatching(/^Hello Ada Lovelace|Hello Ada/), locale: 'en' })
    const changed = await t.call('PATCH', path, { texts: { fr: 'Reste {amount_open} à régler : {link}' } }, owner)
    expect(changed.body.data).toMatchObject({
      property_ids: [home],
      trigger: 'confirmed',
      texts: { fr: expect.any(String) },
    })
    expect((await t.call('POST', `${path}/preview`, { reservation_id: id }, owner)).body.data).toMatchObject({
      content: expect.stringMatching(/€ à régler : http/),
      locale: 'fr',
    })
    for (const wrong of [
      { texts: { en: 'Hello {guest}' } },
      { texts: { en: 'See {link' } },
      { texts: {} },
      { texts: { de: 'Hallo' } },
      { property_ids: [other] },
      { property_ids: [] },
      { days: -91 },
      { hour: 24 },
      { trigger: 'never' },
      { colour: 'red' },
    ])
      expect([wrong, (await create(t, owner, wrong)).status]).toEqual([wrong, 400])
    const stranger = await t.user()
    for (const [method, url, body] of [
      ['PATCH', path, { name: 'x' }],
      ['DELETE', path, undefined],
      ['POST', `${path}/preview`, { reservation_id: id }],
    ] as const)
      expect([method, (await t.call(method, url, body, stranger)).status]).toEqual([method, 404])
    expect((await t.call('POST', `${path}/preview`, { reservation_id: 1 }, owner)).status).toBe(404)
    expect((await t.call('DELETE', path, undefined, owner)).status).toBe(200)
    expect((await t.call('GET', '/message-templates', undefined, owner)).body.data).toEqual([])
    const { body } = await t.call('GET', '/audit', undefined, owner)
    expect(body.data.map(({ action }: { action: string }) => action)).toContain('message_template.deleted')
  })

  test('are 50 at most, and for members and keys of all homes', async ({ t }) => {
    const { owner, home } = await scene(t)
    await t.db`
      insert into message_templates (owner_id, name, trigger, texts)
      select ${owner.id}, 'x', 'confirmed', '{"en": "x"}' from generate_series(1, 49)`
    const answers = await Promise.all([1, 2, 3].map(() => create(t, owner)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const some = await joins(t, owner, 'desk', [home])
    expect((await create(t, some)).status).toBe(403)
    expect((await t.call('GET', '/message-templates', undefined, some)).status).toBe(403)
    expect((await t.call('GET', '/message-templates', undefined, await joins(t, owner, 'desk'))).status).toBe(200)
    const key = await makeKey(t, owner, { scopes: ['messages.read'] })
    expect([(await t.call('GET', '/message-templates', undefined, key)).status, (await create(t, key)).status]).toEqual(
      [200, 403],
    )
  })
})

withChannel('a stay of a channel has its message where its guest wrote', async ({ t, manager }) => {
  const { owner, sell, announced } = await connected(t, manager)
  await made(t, owner)
  await announced(sell(30, 33))
  await tick(t)
  expect(manager.messages.map(({ sender, message }) => `${sender}: ${message}`)).toEqual([
    expect.stringMatching(/^property: (Hello|Bonjour) Grace/),
  ])
})
