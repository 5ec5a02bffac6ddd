import { describe, expect } from 'vitest'
import { alone, PASSWORD, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { conversations, history, markRead, write } from '../../support/messages.ts'

const notified = async (t: TestApp, user: TestUser) =>
  (await t.call('GET', '/notifications', undefined, user)).body.data

/** A guest who has asked the owner of a home. */
async function asked(t: TestApp) {
  const people = await scene(t)
  const first = await write(t, people.guest, people.owner, { property_id: people.home, content: ' Un lit de bébé ? ' })
  return { ...people, first }
}

describe('a message', () => {
  test('is written, listed for both, and told to its receiver', async ({ t }) => {
    const { owner, guest, home, first } = await asked(t)
    expect([first.status, first.body.message]).toEqual([201, 'Message envoyé.'])
    const sent = {
      id: expect.any(Number),
      sender_id: guest.id,
      receiver_id: owner.id,
      content: 'Un lit de bébé ?',
      attachment: null,
      attachment_file: null,
      property_id: home,
      reservation_id: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      sent_by: null,
    }
    expect(first.body.data).toEqual(sent)
    expect((await conversations(t, owner)).data).toEqual([
      {
        user: { id: guest.id, first_name: 'Ada', avatar: null },
        last_message: sent,
        unread: 1,
        unanswered: true,
        waiting_since: sent.created_at,
        property: { id: home, title: 'Maison du test' },
      },
    ])
    expect((await conversations(t, guest)).data[0]).toMatchObject({ user: { id: owner.id }, unread: 0 })
    expect((await history(t, owner, guest)).body).toMatchObject({
      data: [sent],
      meta: { per_page: 20, next_before: null, unread: 1, read_up_to: 0 },
    })
    const [notice, ...others] = await notified(t, owner)
    expect(notice).toMatchObject({
      type: 'new_message',
      title: 'Message de Ada',
      message: 'Un lit de bébé ?',
      data: { message_id: first.body.data.id, sender_id: guest.id, property_id: home },
    })
    expect([others, await notified(t, guest)]).toEqual([[], []])
  })

  test('is written once for one Idempotency-Key', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const body = { receiver_id: owner.id, content: 'Bonjour', property_id: home }
    const once = () =>
      t.call('POST', '/messages', body, { token: guest.token, headers: { 'idempotency-key': 'question' } })
    const first = await once()
    const second = await once()
    expect([second.status, second.body]).toEqual([201, first.body])
    expect((await history(t, owner, guest)).body.data).toHaveLength(1)
  })

  test('has content of 1 to 5,000 characters and a receiver', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const fields = async (body: object) => {
      const { status, body: answer } = await t.call('POST', '/messages', body, guest)
      return [status, Object.keys(answer.data ?? {})]
    }
    const good = { receiver_id: owner.id, content: 'x', property_id: home }
    expect(await fields({})).toEqual([400, ['receiver_id', 'content']])
    expect(await fields({ ...good, content: '  ' })).toEqual([400, ['content']])
    expect(await fields({ ...good, content: 'x'.repeat(5_001) })).toEqual([400, ['content']])
    expect(await fields({ ...good, content: 'a\u0000b' })).toEqual([400, ['content']])
    // The same as for an unrelated account: the answer does not reveal which accounts exist.
    expect(await fields({ ...good, receiver_id: 999_999 })).toEqual([403, []])
    expect(await fields({ ...good, receiver_id: 'me' })).toEqual([400, ['receiver_id']])
    expect(await fields({ ...good, property_id: 'home' })).toEqual([400, ['property_id']])
    expect((await write(t, guest, owner, { property_id: home, content: 'é'.repeat(5_000) })).status).toBe(201)
    expect((await t.call('POST', '/messages', good)).status).toBe(401)
  })

  test('is in no conversation of others', async ({ t }) => {
    const { owner, guest } = await asked(t)
    const stranger = await t.user()
    expect((await conversations(t, stranger)).data).toEqual([])
    expect((await history(t, stranger, guest)).status).toBe(404)
    for (const other of [owner, guest]) expect((await markRead(t, stranger, other)).status).toBe(404)
  })
})

describe('who may write to whom', () => {
  test('a guest to the owner of a published home, the owner back; strangers to nobody', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const stranger = await t.user()
    expect((await write(t, owner, guest)).status).toBe(403)
    expect((await write(t, guest, stranger, { property_id: home })).status).toBe(403)
    expect((await write(t, guest, owner)).status).toBe(201)
    expect((await write(t, guest, owner, { property_id: home })).status).toBe(201)
    expect((await write(t, owner, guest)).status).toBe(201)
    expect((await write(t, guest, owner)).status).toBe(201)
    expect((await write(t, guest, guest)).status).toBe(403)
  })

  test('nobody about a draft; a home of a third person is unknown', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const draft = await t.home(owner, { status: 'draft' })
    const hidden = await t.user()
    expect((await write(t, guest, hidden, { property_id: await t.home(hidden, { status: 'draft' }) })).status).toBe(403)
    await write(t, guest, owner, { property_id: home })
    const elsewhere = await t.home(await t.user())
    for (const property_id of [draft, elsewhere]) {
      const refused = await write(t, guest, owner, { property_id })
      expect([refused.status, Object.keys(refused.body.data)]).toEqual([400, ['property_id']])
    }
  })

  test('guest and owner of a reservation, which names its home', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const booked = await book(t, guest, stay(home))
    const { reservation_id } = booked.body.data
    const sent = await write(t, owner, guest, { reservation_id })
    expect(sent.body.data).toMatchObject({ reservation_id, property_id: home })
    const other = await t.user()
    await write(t, other, owner, { property_id: home })
    const foreign = await write(t, other, owner, { reservation_id })
    expect([foreign.status, Object.keys(foreign.body.data)]).toEqual([400, ['reservation_id']])
  })

  test('to an account that is erased meanwhile is told to the sender, or refused', async ({ t }) => {
    const { owner, guest } = await asked(t)
    const [erased, ...sent] = await Promise.all([
      t.call('DELETE', '/user', { current_password: PASSWORD }, guest),
      ...Array.from({ length: 12 }, () => write(t, owner, guest)),
    ])
    expect(erased?.status).toBe(200)
    for (const { status } of sent) expect([201, 400]).toContain(status)
    const stored = await t.db`select from messages where sender_id = ${owner.id}`
    expect(stored).toHaveLength(sent.filter(({ status }) => status === 201).length)
    expect((await write(t, owner, guest)).status).toBe(400)
  })

  test('support to and from anybody; unverified and erased accounts not at all', async ({ t }) => {
    const { owner, home } = await scene(t)
    const [support, user, unverified] = [
      await t.user({ role: 'support' }),
      await t.user(),
      await t.user({ verified: false }),
    ]
    expect((await write(t, user, support)).status).toBe(201)
    expect((await write(t, support, owner)).status).toBe(201)
    const refused = await write(t, unverified, owner, { property_id: home })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_verified'])
    await t.call('DELETE', '/user', { current_password: 'correct horse' }, user)
    const gone = await write(t, support, user)
    expect([gone.status, Object.keys(gone.body.data)]).toEqual([400, ['receiver_id']])
    expect((await conversations(t, support)).data[1]).toMatchObject({ user: { id: user.id, first_name: null } })
  })

  test('who is blocked cannot, until the block is lifted', async ({ t }) => {
    const { owner, guest } = await asked(t)
    const block = (method: string, by = owner, other = guest) =>
      t.call(method, `/messages/${other.id}/block`, undefined, by)
    expect((await block('DELETE')).status).toBe(404)
    expect((await block('POST')).status).toBe(200)
    expect((await block('POST')).status).toBe(200)
    expect((await write(t, guest, owner)).status).toBe(403)
    expect((await write(t, owner, guest)).status).toBe(201)
    expect((await write(t, await t.user({ role: 'support' }), owner)).status).toBe(201)
    expect((await block('DELETE')).status).toBe(200)
    expect((await write(t, guest, owner)).status).toBe(201)
    expect((await block('POST', owner, owner)).status).toBe(403)
    expect((await t.call('POST', '/messages/999999/block', undefined, owner)).status).toBe(404)
  })

  test('sixty messages a minute, twenty new conversations a day', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const many = await Promise.all(Array.from({ length: 65 }, () => write(t, guest, owner, { property_id: home })))
    const refused = many.filter(({ status }) => status === 429)
    expect([refused.length, many.filter(({ status }) => status === 201).length]).toEqual([5, 60])
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await conversations(t, owner)).data[0].unread).toBe(60)
    expect(await notified(t, owner)).toHaveLength(20)
    // Nobody else waits for them.
    expect((await write(t, owner, guest)).status).toBe(201)

    const support = await t.user({ role: 'support' })
    const others = await Promise.all(Array.from({ length: 22 }, () => t.user()))
    const opened = await Promise.all(others.map((other) => write(t, support, other)))
    expect(opened.filter(({ status }) => status === 201)).toHaveLength(20)
    expect((await conversations(t, support)).meta.total).toBe(20)
  })
})

describe('reading', () => {
  test('goes back by message, newest first', async ({ t }) => {
    const { owner, guest } = await asked(t)
    for (let count = 0; count < 4; count++) await write(t, guest, owner, { content: String(count) })
    const page = (await history(t, owner, guest, '?per_page=2')).body
    expect(page.data.map(({ content }: { content: string }) => content)).toEqual(['3', '2'])
    const next = (await history(t, owner, guest, `?per_page=3&before=${page.meta.next_before}`)).body
    expect(next.data.map(({ content }: { content: string }) => content)).toEqual(['1', '0', 'Un lit de bébé ?'])
    expect(next.meta.next_before).toBeNull()
    expect((await history(t, owner, guest, '?before=x')).status).toBe(400)
  })

  test('moves the mark forward, as far as it says, and never back', async ({ t }) => {
    const { owner, guest, first } = await asked(t)
    const second = await write(t, guest, owner)
    expect((await markRead(t, owner, guest, { message_id: first.body.data.id })).body.data).toEqual({ unread: 1 })
    expect((await markRead(t, owner, guest, { message_id: 2 ** 50 })).body.data).toEqual({ unread: 0 })
    expect((await markRead(t, owner, guest, { message_id: first.body.data.id })).body.data).toEqual({ unread: 0 })
    expect((await markRead(t, owner, guest)).body.data).toEqual({ unread: 0 })
    expect((await markRead(t, owner, guest, { message_id: -1 })).status).toBe(400)
    expect((await history(t, guest, owner)).body.meta.read_up_to).toBe(second.body.data.id)
    expect((await conversations(t, owner)).data[0].unread).toBe(0)
    await write(t, guest, owner)
    expect((await conversations(t, owner)).data[0].unread).toBe(1)
  })

  alone('the counts hold when both write and read at once', async ({ t }) => {
    const { owner, guest } = await asked(t)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => [
        write(t, guest, owner),
        write(t, owner, guest),
        markRead(t, owner, guest),
      ]).flat(),
    )
    expect(answers.every(({ status }) => status < 300)).toBe(true)
    const sides = await t.db<{ unread: number; counted: number }[]>`
      select s.unread, (select count(*) from messages m where m.conversation_id = s.conversation_id
        and m.receiver_id = s.user_id and m.id > s.read_up_to) as counted from conversation_sides s`
    expect(sides).toHaveLength(2)
    for (const { unread, counted } of sides) expect(unread).toBe(counted)
  })

  test('lists conversations by their last message, in pages', async ({ t }) => {
    const support = await t.user({ role: 'support' })
    const users = await Promise.all(Array.from({ length: 3 }, () => t.user()))
    for (const user of users) await write(t, user, support)
    await write(t, support, users[0] as TestUser)
    const body = await conversations(t, support, '?per_page=2')
    expect(body.meta).toMatchObject({ page: 1, per_page: 2, total: 3, last_page: 2, unread: 3 })
    expect(body.data.map(({ user }: { user: { id: number } }) => user.id)).toEqual([users[0]?.id, users[2]?.id])
  })
})

test('an export has the caller’s messages, blocks and reviews', async ({ t }) => {
  const { owner, guest } = await asked(t)
  const stranger = await t.user({ role: 'support' })
  await t.call('POST', `/messages/${stranger.id}/block`, undefined, owner)
  const exported = async (user: TestUser) => (await t.call('GET', '/user/export', undefined, user)).body.data
  const message = { sender_id: guest.id, receiver_id: owner.id, content: 'Un lit de bébé ?' }
  expect(await exported(owner)).toMatchObject({
    messages: [message],
    blocked_users: [{ blocked_id: stranger.id }],
    reviews: [],
  })
  expect((await exported(guest)).messages).toMatchObject([message])
  expect(await exported(stranger)).toMatchObject({ messages: [], blocked_users: [] })
})
