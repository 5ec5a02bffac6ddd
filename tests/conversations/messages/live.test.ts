import { describe, expect, vi } from 'vitest'
import { alone, PASSWORD, type TestApp, type TestUser, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { markRead, write } from '../../support/messages.ts'
import { next, stockPusher } from '../../support/sockets.ts'
import { asThemselves, joins } from '../../support/team.ts'

interface Heard {
  event: string
  data: unknown
}

/** A subscribed socket of a user, and what it hears. */
async function listen(url: URL, user: TestUser) {
  const pusher = stockPusher(Number(url.port), user)
  const channel = pusher.subscribe(`private-user.${user.id}`)
  await next(channel, 'pusher:subscription_succeeded')
  const heard: Heard[] = []
  channel.bind_global((event: string, data: unknown) => heard.push({ event, data }))
  return { heard, socketId: pusher.connection.socket_id, close: () => pusher.disconnect() }
}

describe('real time', () => {
  test('a message reaches the receiver, and the sender’s other sockets; a read mark the sender', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const url = new URL((await t.listen()).url)
    const [theirs, own, other] = [await listen(url, owner), await listen(url, guest), await listen(url, guest)]
    const { data } = (await write(t, guest, owner, { property_id: home }, { 'x-socket-id': own.socketId })).body
    const payload = { ...data, sender: { id: guest.id, first_name: 'Ada', avatar: null } }
    expect(data).toMatchObject({ property_id: home, reservation_id: null, attachment_file: null })
    await vi.waitFor(() => expect(other.heard).toEqual([{ event: 'message', data: payload }]), { timeout: 20_000 })
    await vi.waitFor(() => expect(theirs.heard.map(({ event }) => event)).toEqual(['notification', 'message']), {
      timeout: 20_000,
    })
    expect(theirs.heard[1]?.data).toEqual(payload)
    expect(Object.keys(payload)).toEqual(
      expect.arrayContaining(['id', 'sender_id', 'receiver_id', 'content', 'attachment', 'created_at']),
    )
    await t.call('POST', `/messages/${guest.id}/read`, {}, owner)
    const mark = {
      event: 'message_read',
      data: { user_id: owner.id, message_id: data.id, read_at: expect.any(String) },
    }
    // The socket that sent the message hears the mark and has not heard the message before it.
    await vi.waitFor(() => expect(own.heard).toEqual([mark]), { timeout: 20_000 })

    // The event of a file has an address that opens it, without a token and over a real connection.
    const file = { receiver_id: String(owner.id), attachment: new Blob(['%PDF-1.7 plan']) }
    const sent = (await t.form('/messages', file, guest)).body.data
    await vi.waitFor(() => expect(theirs.heard.at(-1)?.data).toMatchObject({ id: sent.id }), { timeout: 20_000 })
    // Reading the conversation has marked its notification as read.
    expect(theirs.heard.map(({ event }) => event)).toEqual([
      'notification',
      'message',
      'notification_read',
      'notification',
      'message',
    ])
    expect(sent.attachment_file).toMatchObject({ type: 'application/pdf', size: 13, width: null, url: sent.attachment })
    expect(theirs.heard.at(-1)).toEqual({
      event: 'message',
      data: { ...sent, sender: payload.sender },
    })
    const { pathname, search } = new URL(sent.attachment)
    const opened = await fetch(`${url.origin}${pathname}${search}`)
    expect([opened.status, await opened.text()]).toEqual([200, '%PDF-1.7 plan'])
    for (const socket of [theirs, own, other]) socket.close()
  })

  test('typing is told to the other person, once a second, and stored nowhere', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const typing = (from: TestUser, to: TestUser) => t.call('POST', `/messages/${to.id}/typing`, undefined, from)
    // Before the first message nobody is told, and strangers are not there.
    expect((await typing(guest, owner)).status).toBe(200)
    expect((await typing(owner, guest)).status).toBe(404)
    await write(t, guest, owner, { property_id: home })
    const theirs = await listen(new URL((await t.listen()).url), owner)
    const answers = await Promise.all(Array.from({ length: 10 }, () => typing(guest, owner)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    await write(t, guest, owner)
    // Events of one database arrive in the order of their commits.
    await vi.waitFor(() => expect(theirs.heard.at(-1)?.event).toBe('message'), { timeout: 20_000 })
    const heard = theirs.heard.filter(({ event }) => event === 'typing')
    expect(heard.length).toBeGreaterThan(0)
    expect(heard.length).toBeLessThan(10)
    expect(heard[0]?.data).toEqual({ user_id: guest.id })
    await t.call('POST', `/messages/${guest.id}/block`, undefined, owner)
    expect((await typing(guest, owner)).status).toBe(403)
    theirs.close()
  })

  alone('a message that is refused or rolled back tells nobody', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const theirs = await listen(new URL((await t.listen()).url), owner)
    await t.db`alter table conversation_sides add constraint broken check (unread = 0)`
    expect((await write(t, guest, owner, { property_id: home })).status).toBe(500)
    await t.db`alter table conversation_sides drop constraint broken`
    expect((await write(t, owner, await t.user())).status).toBe(403)
    expect(await t.db`select from messages`).toHaveLength(0)
    expect((await write(t, guest, owner, { property_id: home, content: 'second' })).status).toBe(201)
    await vi.waitFor(() => expect(theirs.heard).toHaveLength(2), { timeout: 20_000 })
    expect(theirs.heard[1]?.data).toMatchObject({ content: 'second' })
    await t.drain()
    expect(await t.mails(owner.email)).toEqual([])
    theirs.close()
  })
})

/** Lets time pass for everything that is stored, including the queue. */
async function pass(t: TestApp, minutes: number) {
  const by = `${minutes} minutes`
  await t.db`update messages set created_at = created_at - ${by}::interval`
  await t.db`update conversation_sides set mail_due_at = mail_due_at - ${by}::interval, mailed_at = mailed_at - ${by}::interval`
  await t.db`update pgboss.job set start_after = start_after - ${by}::interval where state = 'created'`
  // Workers that run would look again after six seconds.
  t.app.wakeUps.wake(['job messages.mail-unread'])
}

const waiting = (t: TestApp) =>
  t.db<{ seconds: number }[]>`
    select extract(epoch from start_after - now())::integer as seconds from pgboss.job
    where name = 'messages.mail-unread' and state = 'created'`

describe('the mail about unread messages', () => {
  const atWork = test.extend({ running: { run: true } })

  atWork.extend({ neighbours: false })(
    'waits five minutes, quotes what was missed, and comes once an hour',
    async ({ t }) => {
      const { owner, guest, home } = await scene(t)
      await write(t, guest, owner, { property_id: home, content: 'Un lit <b>de bébé</b> ?' })
      await write(t, guest, owner, { content: 'Et un parking ?' })
      const [first, ...others] = await waiting(t)
      expect(others).toEqual([])
      expect(first?.seconds).toBeGreaterThan(290)
      expect(first?.seconds).toBeLessThanOrEqual(300)
      await pass(t, 5)
      await vi.waitFor(async () => expect(await t.mails(owner.email)).toHaveLength(1), { timeout: 20_000 })
      const [mail] = await t.mails(owner.email)
      expect(mail?.subject).toBe('2 messages de Ada')
      expect(mail?.text).toContain('Un lit <b>de bébé</b> ?\n\nEt un parking ?')
      expect(mail?.html).toContain('Un lit &lt;b&gt;de bébé&lt;/b&gt; ?')
      expect(mail?.text).toContain('http://sejour.test')

      await t.form('/messages', { receiver_id: String(owner.id), attachment: new Blob(['%PDF-1.7']) }, guest)
      const [next] = await waiting(t)
      expect(next?.seconds).toBeGreaterThan(3_500)
      await pass(t, 60)
      await vi.waitFor(async () => expect(await t.mails(owner.email)).toHaveLength(2), { timeout: 20_000 })
      const subjects = (await t.mails(owner.email)).map(({ subject }) => subject)
      expect(subjects.sort()).toEqual(['2 messages de Ada', 'Un message de Ada'])
      expect((await t.mails(owner.email)).filter(({ text }) => text.includes('Pièce jointe'))).toHaveLength(1)
      expect(await waiting(t)).toEqual([])
    },
  )

  alone('does not come for what was read, nor to who wants none or has blocked the sender', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    await write(t, guest, owner, { property_id: home })
    await t.call('POST', `/messages/${guest.id}/read`, {}, owner)
    await pass(t, 5)
    await t.drain()
    await write(t, guest, owner)
    await t.call('PUT', '/notifications/settings', { email_notifications: false }, owner)
    await pass(t, 5)
    await t.drain()
    await t.call('PUT', '/notifications/settings', { email_notifications: true }, owner)
    await write(t, guest, owner)
    await t.call('POST', `/messages/${guest.id}/block`, undefined, owner)
    await pass(t, 5)
    await t.drain()
    expect(await t.mails(owner.email)).toEqual([])
    expect(await waiting(t)).toEqual([])
  })

  alone(
    'comes to members of the team who read the messages, by their settings and in their language',
    async ({ t }) => {
      const { owner, guest, home } = await scene(t)
      const other = await t.home(owner)
      const english = await joins(t, owner, 'desk', null, await t.user({ locale: 'en' }))
      const limited = await joins(t, owner, 'desk', [other])
      const quiet = await joins(t, owner, 'manager')
      const accountant = await joins(t, owner, 'accountant')
      for (const user of [owner, asThemselves(quiet)])
        await t.call('PUT', '/notifications/settings', { email_notifications: false }, user)
      const team = [owner, english, limited, quiet, accountant]
      const mails = async () => {
        const all = await Promise.all(team.map(async ({ email }) => t.mails(email)))
        return all.map((list) =>
          list.map(({ subject }) => subject).filter((subject) => /messages? (de|from)/i.test(subject)),
        )
      }
      await write(t, guest, owner, { property_id: home, content: 'Un lit de bébé ?' })
      await write(t, guest, owner, { property_id: other, content: 'Et un parking ?' })
      await pass(t, 5)
      await t.drain()
      expect(await mails()).toEqual([[], ['2 messages from Ada'], ['Un message de Ada'], [], []])
      const [mail] = await t.mails(limited.email)
      expect([mail?.text.includes('parking'), mail?.text.includes('bébé')]).toEqual([true, false])
      // Nobody is mailed messages that a member has read for the account.
      const before = await mails()
      await write(t, guest, owner, { property_id: home })
      expect((await markRead(t, quiet, guest)).status).toBe(200)
      await pass(t, 60)
      await t.drain()
      expect(await mails()).toEqual(before)
      // Nor does a member hear of their own message to the account.
      await write(t, asThemselves(english), owner, { property_id: home })
      await pass(t, 5)
      await t.drain()
      expect(await mails()).toEqual(before)
      expect(await waiting(t)).toEqual([])
    },
  )

  alone('does not come of an account that was erased, nor does what was told before name it', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    await write(t, guest, owner, { property_id: home, content: 'Un lit de bébé ?' })
    await t.form('/messages', { receiver_id: String(owner.id), attachment: new Blob(['%PDF-1.7']) }, guest)
    const told = async () => (await t.call('GET', '/notifications', undefined, owner)).body.data
    expect(await told()).toMatchObject([
      { title: 'Message de Ada', message: 'Pièce jointe', data: { attachment: expect.any(String) } },
      { title: 'Message de Ada', message: 'Un lit de bébé ?' },
    ])
    expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, guest)).status).toBe(200)
    expect(await told()).toMatchObject([
      { title: 'Message d’un compte supprimé', message: 'Pièce jointe', data: { sender_id: guest.id } },
      { title: 'Message d’un compte supprimé', message: 'Un lit de bébé ?' },
    ])
    expect(JSON.stringify(await told())).not.toContain('attachment')
    await pass(t, 5)
    await t.drain()
    expect(await t.mails(owner.email)).toEqual([])
  })

  alone('waits for the first message that is unread, when earlier ones were read', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    await write(t, guest, owner, { property_id: home })
    await t.call('POST', `/messages/${guest.id}/read`, {}, owner)
    await pass(t, 4)
    await write(t, guest, owner, { content: 'Et un parking ?' })
    await pass(t, 1)
    await t.drain()
    expect(await t.mails(owner.email)).toEqual([])
    expect((await waiting(t))[0]?.seconds).toBeGreaterThan(230)
    await pass(t, 5)
    await t.drain()
    expect((await t.mails(owner.email)).map(({ subject }) => subject)).toEqual(['Un message de Ada'])
  })
})
