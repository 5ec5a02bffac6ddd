import { expect } from 'vitest'
import { notify } from '../../../src/accounts/notifications/notify.ts'
import { PASSWORD, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { manyStays, openSlowly, readAll } from '../../support/exports.ts'
import { markRead, write } from '../../support/messages.ts'
import { next, stockPusher } from '../../support/sockets.ts'
import { asThemselves, joins } from '../../support/team.ts'

type Member = TestUser & { member_id: string }

const unread = async (t: TestApp, user: TestUser) =>
  (await t.call('GET', '/notifications?unread=true', undefined, asThemselves(user))).body.data

const typesOf = async (t: TestApp, user: TestUser) => (await unread(t, user)).map(({ type }: { type: string }) => type)

/** A home that guests ask for, its owner, and a guest. */
const inquired = (t: TestApp) => scene(t, { instant_book: false })

const inquire = (t: TestApp, guest: TestUser, home: string, from = 30) =>
  book(t, guest, { ...stay(home, from), inquiry: true })

test('members get copies of what their scopes and homes cover, in their language and by their settings', async ({
  t,
}) => {
  const { owner, home, guest } = await inquired(t)
  const other = await t.home(owner)
  const english = await t.user({ locale: 'en' })
  const quiet = await t.user()
  const off = { email_notifications: false, push_notifications: false, marketing_emails: false }
  await t.call('PUT', '/notifications/settings', off, quiet)
  const members: Member[] = [
    await joins(t, owner, 'desk', null, english),
    await joins(t, owner, 'desk', [home], quiet),
    await joins(t, owner, 'manager', [other]),
  ]
  const [desk, silent, elsewhere] = members
  if (!desk || !silent || !elsewhere) throw new Error('no members')
  expect((await inquire(t, guest, home)).status).toBe(201)
  await t.drain()
  const [copy] = await unread(t, desk)
  expect(copy).toMatchObject({
    type: 'reservation_inquiry',
    title: 'New inquiry',
    data: { account_id: owner.id, reservation_id: expect.any(Number) },
  })
  expect([await typesOf(t, silent), await typesOf(t, elsewhere)]).toEqual([['reservation_inquiry'], []])
  const asked = async (user: TestUser) =>
    (await t.mails(user.email)).filter(({ subject }) => subject === copy.title).length
  expect([await asked(desk), await asked(silent)]).toEqual([1, 0])
  // The account itself reads its own, without the name of a copy.
  const [own] = await unread(t, owner)
  expect(own.data.account_id).toBeUndefined()
})

test('an accountant hears of money and not of messages', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  const accountant = await joins(t, owner, 'accountant')
  await write(t, guest, owner, { property_id: home })
  await t.db.begin((tx) =>
    notify(t.app, tx, {
      user_id: owner.id,
      content: {
        type: 'payment_received',
        home: 'x',
        check_in: '2027-07-01',
        check_out: '2027-07-04',
        amount_cents: 100,
        currency: 'EUR',
      },
      data: { reservation_id: 7, payment_id: 9 },
      property_id: home,
      dedupe_key: 'paid',
    }),
  )
  expect(await typesOf(t, accountant)).toEqual(['payment_received'])
})

test('what an account hears as a guest elsewhere is its own', async ({ t }) => {
  const { owner, home } = await inquired(t)
  const company = await scene(t)
  const member = await joins(t, company.owner, 'manager')
  const asked = await inquire(t, company.owner, home)
  const move = `/reservations/change-status-reservation-by-proprio/${asked.body.data.reservation_id}/declined`
  expect((await t.call('POST', move, {}, owner)).status).toBe(200)
  expect([await typesOf(t, company.owner), await typesOf(t, member)]).toEqual([
    ['inquiry_declined', 'member_joined'],
    [],
  ])
})

test('a message reaches sockets and lists of members; whoever reads it reads it for all', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  const [desk, second] = [await joins(t, owner, 'desk'), await joins(t, owner, 'desk')]
  const { port } = await t.listen()
  const pusher = stockPusher(port, asThemselves(desk))
  const channel = pusher.subscribe(`private-user.${desk.id}`)
  await next(channel, 'pusher:subscription_succeeded')
  const heard = Promise.all([next(channel, 'message'), next(channel, 'notification')])
  await write(t, guest, owner, { property_id: home })
  expect(await heard).toMatchObject([{ content: 'Bonjour', receiver_id: owner.id }, { data: { account_id: owner.id } }])
  const reply = next(channel, 'message')
  await t.call('POST', '/messages', { receiver_id: guest.id, content: 'Bienvenue', property_id: home }, second)
  expect(await reply).toMatchObject({ sender_id: owner.id, sent_by: { id: second.id } })

  const read = next(channel, 'notification_read')
  expect((await markRead(t, second, guest)).status).toBe(200)
  expect(await read).toMatchObject({ unread: 0 })
  for (const one of [owner, desk, second]) expect(await typesOf(t, one)).not.toContain('new_message')
  pusher.disconnect()
})

test('a removal deletes the copies and ends a running export', async ({ t }) => {
  const { owner, home, guest } = await inquired(t)
  const manager = await joins(t, owner, 'manager')
  await inquire(t, guest, home)
  expect(await typesOf(t, manager)).toEqual(['reservation_inquiry'])
  await manyStays(t, home, 20_000, { characters: 2_000 })
  const { answer } = await openSlowly(t, manager, '/exports/reservations.csv')
  await t.call('DELETE', `/team/${manager.member_id}`, undefined, owner)
  await expect(readAll(answer)).rejects.toThrow('aborted')
  expect(await typesOf(t, manager)).toEqual([])
  await inquire(t, guest, home, 60)
  expect(await typesOf(t, manager)).toEqual([])
})

test('an erased guest leaves the copies as well', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  const desk = await joins(t, owner, 'desk')
  await write(t, guest, owner, { property_id: home })
  expect((await unread(t, desk))[0].data.sender).toBe('Ada')
  expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, guest)).status).toBe(200)
  expect((await unread(t, desk))[0].data.sender).toBeNull()
})

test('managers of all homes make keys, endpoints, imports and homes; others do not', async ({ t }) => {
  const { owner, home } = await scene(t)
  const manager = await joins(t, owner, 'manager')
  const limited = await joins(t, owner, 'manager', [home])
  const desk = await joins(t, owner, 'desk')
  const key = { name: 'k', kind: 'secret', scopes: ['reservations.read'] }
  const house = { title: 'Maison', city_id: '2988507', base_price: 90, max_guests: 2 }
  const csv = { headers: { ...manager.headers, 'content-type': 'text/csv' } }
  const sheet = 'external_id,title,city_id,base_price,max_guests\r\nx1,Maison,2988507,90,2\r\n'
  const works = async (by: TestUser & { headers: Record<string, string> }) => [
    (await t.call('POST', '/api-keys', key, by)).status,
    (await t.call('POST', '/webhook-endpoints', { url: 'https://example.org/hook' }, by)).status,
    (await t.call('POST', '/properties', house, by)).status,
    (await t.call('POST', '/imports/properties', sheet, { ...by, headers: { ...csv.headers, ...by.headers } })).status,
  ]
  expect(await works(manager)).toEqual([201, 201, 201, 200])
  expect(await works(limited)).toEqual([403, 403, 403, 403])
  expect(await works(desk)).toEqual([403, 403, 403, 403])
  const mine = await t.call('GET', '/properties/mine', undefined, owner)
  expect(mine.body.meta.total).toBe(3)
  // A draft is seen by those who know the home, such as the manager who has just made it.
  const draft = await t.call('POST', '/properties', { ...house, status: 'draft' }, manager)
  expect([draft.status, draft.body.data]).toMatchObject([201, { status: 'draft', title: 'Maison' }])
  // The account learns of it, and so do its other managers of all homes.
  expect(await typesOf(t, owner)).toEqual(expect.arrayContaining(['api_key_created', 'webhook_endpoint_changed']))
  expect((await t.call('GET', '/audit', undefined, owner)).body.data).toEqual(
    expect.arrayContaining([expect.objectContaining({ actor: 'member', actor_id: manager.id })]),
  )
})
