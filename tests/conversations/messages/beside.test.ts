import { describe, expect } from 'vitest'
import { type TestApp, type TestUser, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { conversations, history, markRead, report, write } from '../../support/messages.ts'
import { reserved } from '../../support/payments.ts'

const block = async (t: TestApp, by: TestUser, other: TestUser, method = 'POST') =>
  (await t.call(method, `/messages/${other.id}/block`, undefined, by)).status

/** Two homes with a stay each; neither of the four has to do with the people of the other home. */
async function twoStays(t: TestApp) {
  const [one, two] = [await reserved(t), await reserved(t)]
  const draft = await t.home(one.owner, { status: 'draft' })
  return { one, two, draft }
}

/** All that people other than these two have with each other. */
const ofOthers = (t: TestApp, ...pair: TestUser[]) => {
  const ids = t.db.array(pair.map(({ id }) => id))
  return t.db`
    select to_jsonb(s) as row from conversation_sides s where not (user_id = any (${ids}::bigint[]) and other_id = any (${ids}::bigint[]))
    union all select to_jsonb(b) from message_blocks b where not (user_id = any (${ids}::bigint[]) and blocked_id = any (${ids}::bigint[]))
    union all select to_jsonb(r) from conversation_reports r join conversations c on c.id = r.conversation_id
      where not (low_id = any (${ids}::bigint[]) and high_id = any (${ids}::bigint[]))
    order by 1`
}

describe('beside people who may write to each other', () => {
  test('those of other stays may not, and nobody about the home or the stay of others', async ({ t }) => {
    const { one, two, draft } = await twoStays(t)
    const may = async (from: TestUser, to: TestUser, fields = {}) => (await write(t, from, to, fields)).status
    for (const from of [one.guest, one.owner]) {
      expect([await may(from, two.guest), await may(from, two.guest, { property_id: draft })]).toEqual([403, 403])
      // Anybody may write to who has a home on the market, but about homes of the two only.
      expect(await may(from, two.owner, { property_id: from === one.owner ? draft : one.home })).toBe(400)
    }
    expect(await may(one.guest, one.owner)).toBe(201)
    expect(await may(one.guest, one.owner, { property_id: two.home })).toBe(400)
    expect(await may(one.guest, one.owner, { reservation_id: two.id })).toBe(400)
    expect(await may(one.guest, one.owner, { property_id: draft })).toBe(400)
    expect(await may(one.guest, one.owner, { reservation_id: one.id })).toBe(201)
    expect(await may(one.guest, two.owner, { property_id: two.home })).toBe(201)
  })

  test('a block is known to whom it concerns, and asks for somebody whom one knows', async ({ t }) => {
    const { one, two } = await twoStays(t)
    const stranger = await t.user()
    expect(await block(t, one.guest, two.guest)).toBe(404)
    expect(await block(t, one.owner, two.guest)).toBe(404)
    expect(await block(t, one.guest, stranger)).toBe(404)
    expect(await block(t, one.guest, two.owner)).toBe(200)
    expect(await block(t, one.owner, one.guest)).toBe(200)
    expect((await write(t, one.guest, one.owner)).status).toBe(403)
    expect((await write(t, one.owner, one.guest)).status).toBe(201)
    expect((await write(t, two.guest, two.owner)).status).toBe(201)
    expect(await block(t, one.owner, one.guest, 'DELETE')).toBe(200)
    expect(await block(t, one.owner, one.guest, 'DELETE')).toBe(404)
    expect(await block(t, one.guest, two.owner, 'DELETE')).toBe(200)
  })
})

describe('beside conversations of both with others', () => {
  test('a mail is due to whom something was written, about who has written', async ({ t }) => {
    const [one, two] = [await scene(t), await scene(t)]
    await write(t, one.guest, one.owner, { property_id: one.home })
    await write(t, two.guest, two.owner, { property_id: two.home })
    // Their mails were sent.
    await t.db`update conversation_sides set mail_due_at = null`
    const due = () => t.db`select user_id, other_id, mail_due_at from conversation_sides where mail_due_at is not null`
    expect((await write(t, one.guest, two.owner, { property_id: two.home })).status).toBe(201)
    const first = await due()
    expect(first).toMatchObject([{ user_id: two.owner.id, other_id: one.guest.id }])
    // One mail is about all that was written until it is sent.
    expect((await write(t, one.guest, two.owner)).status).toBe(201)
    expect(await due()).toEqual(first)
  })

  test('a mail quotes what was written to whom it is for, and to each comes one', async ({ t }) => {
    const [one, two] = [await scene(t), await scene(t)]
    await write(t, one.guest, one.owner, { property_id: one.home, content: 'Un berceau ?' })
    await write(t, one.guest, two.owner, { property_id: two.home, content: 'Un parking ?' })
    await t.db`update messages set created_at = created_at - interval '6 minutes' where sender_id = ${one.guest.id}`
    await t.db`update pgboss.job set start_after = now() where name = 'messages.mail-unread' and state = 'created'`
    await t.drain()
    const quoted = async (to: TestUser) =>
      (await t.mails(to.email)).map(({ text }) => ['berceau', 'parking'].filter((word) => text.includes(word)))
    expect([await quoted(one.owner), await quoted(two.owner)]).toEqual([[['berceau']], [['parking']]])
  })

  test('who types is seen by whoever has not blocked them, whomever else that person or others have blocked', async ({
    t,
  }) => {
    const [one, two] = [await scene(t), await scene(t)]
    await write(t, one.guest, one.owner, { property_id: one.home })
    await write(t, one.guest, two.owner, { property_id: two.home })
    await write(t, two.guest, one.owner, { property_id: one.home })
    expect([await block(t, two.owner, one.guest), await block(t, one.owner, two.guest)]).toEqual([200, 200])
    const typing = async (from: TestUser, to: TestUser) =>
      (await t.call('POST', `/messages/${to.id}/typing`, undefined, from)).status
    expect([await typing(one.guest, one.owner), await typing(one.guest, two.owner)]).toEqual([200, 403])
    expect(await typing(two.guest, one.owner)).toBe(403)
  })

  test('what two people do with each other changes nothing of those', async ({ t }) => {
    const [{ owner, guest, home }, other] = [await scene(t), await scene(t)]
    for (const [from, to, property_id] of [
      [guest, other.owner, other.home],
      [other.guest, owner, home],
      [other.guest, other.owner, other.home],
      [guest, owner, home],
      [guest, owner, home],
    ] as const)
      expect((await write(t, from, to, { property_id })).status).toBe(201)
    expect(await block(t, other.owner, guest)).toBe(200)
    expect(await block(t, other.guest, owner)).toBe(200)
    await report(t, other.owner, other.guest)
    const before = await ofOthers(t, owner, guest)
    const [latest] = (await history(t, owner, guest)).body.data
    expect((await markRead(t, owner, guest, { message_id: latest.id - 1 })).body.data).toMatchObject({ unread: 1 })
    expect((await markRead(t, owner, guest)).body.data).toMatchObject({ unread: 0 })
    await write(t, owner, guest, { content: 'Bienvenue' })
    await report(t, owner, guest)
    expect([await block(t, owner, guest), await block(t, owner, guest, 'DELETE')]).toEqual([200, 200])
    const mailDue = () => t.db`
      update pgboss.job set start_after = now()
      where name = 'messages.mail-unread' and state = 'created' and data ->> 'user_id' = ${String(guest.id)}`
    // Too early: it is put off, and then comes.
    await mailDue()
    await t.drain()
    expect(await t.mails(guest.email)).toEqual([])
    await t.db`update messages set created_at = created_at - interval '6 minutes' where receiver_id = ${guest.id}`
    await mailDue()
    await t.drain()
    const [mail, ...more] = await t.mails(guest.email)
    expect([mail?.subject, mail?.text.includes('Bienvenue'), mail?.text.includes('Bonjour'), more]).toEqual([
      'A message from Ada',
      true,
      false,
      [],
    ])
    expect(await ofOthers(t, owner, guest)).toEqual(before)
    expect((await conversations(t, owner)).data.map(({ unread }: { unread: number }) => unread)).toEqual([0, 1])
    expect((await conversations(t, guest)).data.map(({ unread }: { unread: number }) => unread)).toEqual([1, 0])
  })
})
