import { expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { close } from '../../support/calendars.ts'
import { subscribe } from '../../support/channels.ts'
import { addSupplement, bill } from '../../support/invoices.ts'
import { paid, refundable, settle } from '../../support/payments.ts'
import { writeToGuest } from '../../support/stay-messages.ts'
import { bookedByHand, send } from '../../support/stay-page.ts'
import { joins } from '../../support/team.ts'

test('an export has the subscriptions of one’s own homes without what signs for them, and no key of links', async ({
  t,
}) => {
  const [owner, other] = [await t.user(), await t.user()]
  const home = await t.home(owner)
  const { secret } = await subscribe(t, owner, home, { headers: { 'x-team': 'blue' } })
  await subscribe(t, other, await t.home(other))
  const { body } = await t.call('GET', '/user/export', undefined, owner)
  expect(body.data.webhook_subscriptions).toEqual([
    expect.objectContaining({ property_id: home, headers: { 'x-team': 'blue' }, event_mask: '*' }),
  ])
  expect(body.data.profile).not.toHaveProperty('mail_key')
  const [{ mail_key = '' } = {}] = await t.db<{ mail_key: string }[]>`select mail_key from users where id = ${owner.id}`
  for (const hidden of [secret, mail_key, 'secret_version']) expect(JSON.stringify(body)).not.toContain(hidden)
})

const exported = async (t: TestApp, user: Pick<TestUser, 'token'>) =>
  (await t.call('GET', '/user/export', undefined, { token: user.token })).body.data

test('an export has what a guest keeps and has paid, and nothing of it is another guest’s', async ({ t }) => {
  const { owner, guest, support, home, id, payment_id, cents } = await refundable(t)
  await t.call('POST', `/properties/${home}/favorite`, undefined, guest)
  await addSupplement(t, owner, id, 'Bed', 15)
  await bill(t, owner, id, false)
  await t.call('POST', `/payments/${payment_id}/refund`, { amount: 10, reason: 'said by the staff' }, support)
  await settle(t)
  await t.db`insert into customers (user_id, customer_id) values (${guest.id}, 'cus_export') on conflict do nothing`
  await t.db`
    insert into payment_methods (user_id, method_id, type, brand, last4, exp_month, exp_year, fingerprint)
    values (${guest.id}, 'pm_export', 'card', 'visa', '4242', 12, 2031, 'print_export')`
  const data = await exported(t, guest)
  expect(data).toMatchObject({
    favorites: [{ property_id: home }],
    payment_methods: [{ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031 }],
    supplements: [{ reservation_id: id, label: 'Bed', amount_cents: 1_500 }],
    refunds: [{ payment_id, amount_cents: 1_000, status: 'succeeded' }],
    invoices: [
      { number: expect.any(String), kind: 'invoice', total_cents: cents },
      { number: expect.any(String), kind: 'credit_note' },
    ],
  })
  const keys = await t.db<{ key: string }[]>`select key from invoices union select key from refunds`
  const hidden = ['pm_export', 'print_export', 'said by the staff', ...keys.map(({ key }) => key)]
  for (const secret of hidden) expect(JSON.stringify(data)).not.toContain(secret)
  const none = { favorites: [], payment_methods: [], supplements: [], refunds: [], invoices: [] }
  expect(await exported(t, support)).toMatchObject(none)
})

test('an export has an owner’s seasons, prices of days, closures and photos', async ({ t }) => {
  const [owner, other] = [await t.user(), await t.user()]
  const home = await t.home(owner)
  const season = { season_libelle: 'Summer', season_start_date: inDays(10), season_end_date: inDays(20) }
  const answer = await t.call(
    'POST',
    '/seasons-test',
    { ...season, season_reduction_percent: 12.5, property_id: home },
    owner,
  )
  expect(answer.status).toBe(201)
  await close(t, owner, home, 10, 12, 'Holidays')
  await t.db`insert into imported_homes (owner_id, external_id, property_id) values (${owner.id}, 'A-12', ${home})`
  await t.db`insert into calendar_days (property_id, day, price_cents) values (${home}, ${inDays(5)}, 9900)`
  await t.db`
    insert into property_photos (property_id, path, width, height, alt, position)
    values (${home}, '/storage/properties/one.webp', 1, 1, 'The garden', 1)`
  expect(await exported(t, owner)).toMatchObject({
    seasons: [{ property_id: home, label: 'Summer' }],
    closures: [{ property_id: home, reason: 'Holidays' }],
    imported_homes: [{ external_id: 'A-12', property_id: home }],
    calendar_days: [{ property_id: home, day: inDays(5), price_cents: 9_900 }],
    property_photos: [{ property_id: home, alt: 'The garden' }],
  })
  expect(await exported(t, other)).toMatchObject({
    seasons: [],
    closures: [],
    calendar_days: [],
    change_requests: [],
    imported_homes: [],
    imported_stays: [],
    property_photos: [],
  })
})

test('an export has the settings that hold, also those that were never changed', async ({ t }) => {
  const user = await t.user()
  const settings = async () => (await t.call('GET', '/notifications/settings', undefined, user)).body
  expect((await exported(t, user)).settings).toEqual(await settings())
  await t.call('PUT', '/notifications/settings', { marketing_emails: true, push_notifications: false }, user)
  expect((await exported(t, user)).settings).toEqual(await settings())
  expect((await exported(t, user)).settings).toMatchObject({ marketing_emails: true, push_notifications: false })
})

test('an export has the messages of stays, notes, templates, tasks and arrivals of a company, and those of stays to their writers', async ({
  t,
}) => {
  const { owner, guest, home, id } = await paid(t)
  const { id: byHand, link, owner: other } = await bookedByHand(t)
  const desk = await joins(t, owner, 'desk')
  await writeToGuest(t, owner, id, { content: 'Note of the owner', source: 'note' })
  await writeToGuest(t, desk, id, { content: 'Note of the desk', source: 'note' })
  await writeToGuest(t, other, byHand, { content: `By mail http://x/api/v1${link}` })
  await send(t, link, 'messages', { content: 'On the page' })
  await t.call('POST', '/message-templates', { name: 'Welcome', trigger: 'confirmed', texts: { en: 'Hello' } }, owner)
  await t.call('PUT', `/properties/${home}/arrival`, { texts: { fr: { way: 'À gauche' } } }, owner)
  expect(await exported(t, owner)).toMatchObject({
    stay_messages: [{ content: 'Note of the owner' }, { content: 'Note of the desk', sent_by: desk.id }],
    message_templates: [{ name: 'Welcome', texts: { en: 'Hello' } }],
    tasks: [{ kind: 'cleaning', reservation_id: id }],
    arrivals: [{ property_id: home, texts: { fr: { way: 'À gauche' } } }],
  })
  const words = async (user: Pick<TestUser, 'token'>) =>
    (await exported(t, user)).stay_messages.map(({ content }: { content: string }) => content)
  expect(await words(desk)).toEqual(['Note of the desk'])
  expect(await words(other)).toEqual([`By mail http://x/api/v1/stay/${byHand}…`, 'On the page'])
  expect(await words(guest)).toEqual([])
  // The stay of a guest who has got an account since.
  await t.db`update reservations set guest_id = ${guest.id}, contact_id = null where id = ${byHand}`
  await writeToGuest(t, other, byHand, { content: 'Between us', source: 'note' })
  expect(await words(guest)).toEqual([`By mail http://x/api/v1/stay/${byHand}…`, 'On the page'])
})
