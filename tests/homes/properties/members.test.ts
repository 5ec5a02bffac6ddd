import { describe, expect, vi } from 'vitest'
import type { HomeRight } from '../../../src/platform/db/enums.ts'
import { alone, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { acceptInvitation, helper, invitationKey } from '../../support/members.ts'
import { history, write } from '../../support/messages.ts'
import { next, stockPusher } from '../../support/sockets.ts'
import { pastStay } from '../../support/stays.ts'

const invite = (t: TestApp, by: TestUser, home: string, email: string, rights: HomeRight[]) =>
  t.call('POST', `/properties/${home}/members`, { email, rights }, by)
const members = async (t: TestApp, by: TestUser, home: string) =>
  (await t.call('GET', `/properties/${home}/members`, undefined, by)).body.data

describe('people who help with a home', () => {
  alone('come by a mail, accept once with the account of its address, and have no right before', async ({ t }) => {
    const { owner, home } = await scene(t)
    const [friend, other] = [await t.user({ verified: false }), await t.user()]
    const draft = await t.home(owner, { status: 'draft' })
    const invited = await invite(t, owner, draft, friend.email.toUpperCase(), ['calendar'])
    expect([invited.status, invited.body.data.email]).toEqual([201, friend.email])
    const key = await invitationKey(t, friend.email)
    const read = (by: TestUser) => t.call('GET', `/member-invitations/${key}`, undefined, by)
    expect((await read(other)).body.code).toBe('not_invited')
    expect((await read(friend)).body.data).toMatchObject({ property_id: draft, rights: ['calendar'] })
    expect((await acceptInvitation(t, other, key)).body.code).toBe('not_invited')
    expect((await acceptInvitation(t, friend, key)).body.code).toBe('not_verified')
    expect((await t.call('GET', `/properties/${draft}`, undefined, friend)).status).toBe(404)

    await t.db`update users set email_verified_at = now() where id = ${friend.id}`
    const both = await Promise.all([acceptInvitation(t, friend, key), acceptInvitation(t, friend, key)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await members(t, owner, draft)).members).toMatchObject([
      { user: { id: friend.id }, email: friend.email, rights: ['calendar'] },
    ])
    const mine = (await t.call('GET', '/properties/mine', undefined, friend)).body.data
    expect(mine).toMatchObject([{ id: draft, rights: ['calendar'] }])
    const news = (await t.call('GET', '/notifications', undefined, owner)).body.data
    expect(news).toMatchObject([{ type: 'member_joined', data: { property_id: draft, user_id: friend.id } }])
    await t.drain()
    expect((await t.mails(owner.email)).map(({ subject }) => subject)).toContain(
      'Une personne aide pour votre logement',
    )

    // Who helps already, and the owner, are not invited; nor anybody with a right that there is not.
    for (const email of [friend.email, owner.email])
      expect((await invite(t, owner, draft, email, ['money'])).body.errors).toHaveProperty('email')
    for (const wrong of [[], ['owner'], 'calendar', undefined])
      expect(
        (await t.call('POST', `/properties/${home}/members`, { email: other.email, rights: wrong }, owner)).status,
      ).toBe(400)
    // A second invitation of an address ends the first.
    await invite(t, owner, home, other.email, ['money'])
    const first = await invitationKey(t, other.email)
    await invite(t, owner, home, other.email, ['messages'])
    await t.drain()
    expect((await acceptInvitation(t, other, first)).status).toBe(404)
    expect((await members(t, owner, home)).invitations).toMatchObject([{ email: other.email, rights: ['messages'] }])
    await t.db`update member_invitations set expires_at = now() - interval '1 second'`
    expect((await acceptInvitation(t, other)).status).toBe(404)
  })

  alone('give and take no right that they do not have, and what they have given ends with theirs', async ({ t }) => {
    const { owner, home } = await scene(t)
    const manager = await helper(t, owner, home, ['manage', 'calendar'])
    const money = await helper(t, owner, home, ['money'])
    const at = (user: TestUser) => `/properties/${home}/members/${user.id}`
    const missing = (answer: { status: number; body: { code: string; data: unknown } }) => [
      answer.status,
      answer.body.code,
      answer.body.data,
    ]
    const refused = [403, 'right_missing', { right: 'money' }]
    expect(missing(await invite(t, manager, home, 'a@example.org', ['calendar', 'money']))).toEqual(refused)
    expect(missing(await t.call('PATCH', at(manager), { rights: ['manage', 'money'] }, manager))).toEqual(refused)
    expect(missing(await t.call('PATCH', at(money), { rights: ['calendar'] }, manager))).toEqual(refused)
    expect(missing(await t.call('DELETE', at(money), undefined, manager))).toEqual(refused)
    expect(missing(await invite(t, money, home, 'a@example.org', ['money']))[1]).toBe('right_missing')
    expect((await invite(t, manager, home, 'a@example.org', ['calendar'])).status).toBe(201)
    expect((await t.call('DELETE', `/properties/${home}`, undefined, manager)).body.code).toBe('forbidden')
    expect((await t.call('PUT', `/properties/${home}`, { title: 'Named by the manager' }, manager)).status).toBe(200)

    const changed = (await t.call('GET', '/audit?action=property.texts', undefined, owner)).body.data
    expect(changed).toMatchObject([{ actor: 'member', actor_id: null, property_id: home }])

    // Whoever is removed meanwhile invites nobody: all at once, and in the end none of theirs is left.
    const attempts = await Promise.all([
      t.call('DELETE', at(manager), undefined, owner),
      ...Array.from({ length: 6 }, (_, i) => invite(t, manager, home, `b${i}@example.org`, ['calendar'])),
    ])
    expect(attempts.map(({ status }) => status).filter((status) => ![200, 201, 403, 404].includes(status))).toEqual([])
    expect(await members(t, owner, home)).toMatchObject({ members: [{ user: { id: money.id } }], invitations: [] })
    expect((await t.call('DELETE', at(money), undefined, money)).status).toBe(200)
    expect((await t.call('DELETE', at(money), undefined, money)).status).toBe(404)
  })

  alone(
    'end with the home, with their leave and with their right to invite, whatever they do at once',
    async ({ t }) => {
      const { owner, home } = await scene(t)
      const invitations = async () => (await members(t, owner, home)).invitations
      const manager = await helper(t, owner, home, ['manage', 'calendar'])
      const at = `/properties/${home}/members/${manager.id}`
      // An invitation with rights that they lack is not theirs to replace.
      await invite(t, owner, home, 'a@example.org', ['money'])
      expect((await invite(t, manager, home, 'a@example.org', ['calendar'])).body.code).toBe('right_missing')
      await invite(t, manager, home, 'b@example.org', ['calendar'])
      await t.call('PATCH', at, { rights: ['calendar'] }, owner)
      expect(await invitations()).toMatchObject([{ email: 'a@example.org' }])
      await t.call('PATCH', at, { rights: ['manage', 'calendar'] }, owner)
      await Promise.all([
        ...Array.from({ length: 4 }, (_, i) => invite(t, manager, home, `c${i}@example.org`, ['calendar'])),
        t.call('DELETE', at, undefined, manager),
      ])
      expect(await invitations()).toMatchObject([{ email: 'a@example.org' }])

      const [first, second] = [await helper(t, owner, home, ['reservations']), await t.user()]
      await invite(t, owner, home, second.email, ['reservations'])
      const key = await invitationKey(t, second.email)
      const [, accepted] = await Promise.all([
        t.call('DELETE', `/properties/${home}`, undefined, owner),
        acceptInvitation(t, second, key),
      ])
      expect([200, 404]).toContain(accepted.status)
      expect(await t.db`select user_id from property_members`).toEqual([])
      expect(await t.db`select id from member_invitations`).toEqual([])
      expect((await t.call('GET', '/reservations?as=owner', undefined, first)).body.data).toEqual([])
    },
  )

  alone('are no guests there, and answer no review of their own', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    await pastStay(t, home, guest)
    const review = (await t.call('POST', `/properties/${home}/comments`, { rating: 5, content: 'x' }, guest)).body.data
    await t.call('POST', `/properties/${home}/members`, { email: guest.email, rights: ['calendar', 'messages'] }, owner)
    await acceptInvitation(t, guest)
    expect((await t.call('POST', `/comments/${review.id}/reply`, { content: 'x' }, guest)).body.code).toBe('forbidden')
    expect((await book(t, guest, stay(home))).body.code).toBe('own_home')
    expect((await history(t, guest, guest, `?owner_id=${owner.id}`)).status).toBe(404)
  })

  test('are as many as the home may have, however many are invited at once', async ({ t }) => {
    const { owner, home } = await scene(t)
    const answers = await Promise.all(
      Array.from({ length: 23 }, (_, i) => invite(t, owner, home, `c${i}@example.org`, ['calendar'])),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({
      code: 'limit_reached',
      data: { limit: 20 },
    })
  })

  alone('read and answer guests for the owner, about their home only', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const elsewhere = await t.home(owner)
    const [talks, counts] = [await helper(t, owner, home, ['messages']), await helper(t, owner, home, ['money'])]
    const url = new URL((await t.listen()).url)
    const pusher = stockPusher(Number(url.port), talks)
    const channel = pusher.subscribe(`private-user.${talks.id}`)
    await next(channel, 'pusher:subscription_succeeded')
    const heard: { id: number }[] = []
    channel.bind('message', (data: { id: number }) => heard.push(data))
    const question = (await write(t, guest, owner, { property_id: home, content: 'Un lit ?' })).body.data
    const secret = (await write(t, guest, owner, { property_id: elsewhere, content: 'Ailleurs' })).body.data
    const for_owner = `?owner_id=${owner.id}`
    const shown = await history(t, talks, guest, for_owner)
    expect(shown.body.data.map(({ id }: { id: number }) => id)).toEqual([question.id])
    expect((await history(t, counts, guest, for_owner)).body.code).toBe('right_missing')
    expect((await history(t, guest, owner, for_owner)).status).toBe(404)
    const list = (await t.call('GET', `/messages${for_owner}`, undefined, talks)).body
    expect([list.data.length, list.data[0].last_message.id]).toEqual([1, question.id])
    expect((await t.call('GET', '/messages', undefined, talks)).body.data).toEqual([])

    const answer = (fields: object) => t.call('POST', `/messages${for_owner}`, { content: 'Oui', ...fields }, talks)
    expect(Object.keys((await answer({ receiver_id: guest.id })).body.errors)).toEqual(['property_id'])
    expect(Object.keys((await answer({ receiver_id: guest.id, property_id: elsewhere })).body.errors)).toEqual([
      'property_id',
    ])
    const sent = await answer({ receiver_id: guest.id, property_id: home })
    expect([sent.status, sent.body.data]).toEqual([
      201,
      expect.objectContaining({ sender_id: owner.id, sent_by: { id: talks.id, first_name: 'Ada' } }),
    ])
    expect((await history(t, guest, owner)).body.data[0].sent_by).toEqual({ id: talks.id, first_name: 'Ada' })
    expect((await history(t, guest, owner)).body.data[1].sent_by).toBeNull()
    await vi.waitFor(() => expect(heard.map(({ id }) => id)).toEqual([question.id, sent.body.data.id]), {
      timeout: 20_000,
    })
    expect(heard.map(({ id }) => id)).not.toContain(secret.id)
    pusher.disconnect()
    await t.call('DELETE', `/properties/${home}/members/${talks.id}`, undefined, owner)
    expect((await history(t, talks, guest, for_owner)).status).toBe(404)
  })
})
