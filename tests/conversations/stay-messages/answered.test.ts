import { describe, expect } from 'vitest'
import { type TestApp, type TestUser, test } from '../../support/app.ts'
import { runScheduled } from '../../support/jobs.ts'
import { conversations, history, markRead, write } from '../../support/messages.ts'
import { paid } from '../../support/payments.ts'
import { next, portOf, stockPusher } from '../../support/sockets.ts'
import { inbox, markStayRead, messagesOf, writeToGuest } from '../../support/stay-messages.ts'
import { bookedByHand, send } from '../../support/stay-page.ts'
import { joins } from '../../support/team.ts'

type Caller = TestUser | { token: string; headers?: Record<string, string> }

/** One conversation of a company, with what its guest and its company do there. */
interface Talk {
  owner: TestUser
  id: number
  home: string
  asks(words: string): Promise<unknown>
  reads(): Promise<unknown>
  answers(by?: TestUser): Promise<{ status: number }>
  /** Says that no answer is needed, up to a message. */
  ends(message_id: number, by?: Caller): ReturnType<TestApp['call']>
}

/** A message of the company, also of a member who acts for it. */
const says = (t: TestApp, by: TestUser, guest: TestUser, property_id: string) =>
  t.call('POST', '/messages', { receiver_id: guest.id, content: 'Oui', property_id }, by)

async function accounts(t: TestApp): Promise<Talk> {
  const { owner, guest, home, id } = await paid(t)
  return {
    owner,
    id,
    home,
    asks: (content) => write(t, guest, owner, { content, property_id: home }),
    reads: () => markRead(t, owner, guest),
    answers: (by = owner) => says(t, by, guest, home),
    ends: (message_id, by = owner) => t.call('POST', `/messages/${guest.id}/answered`, { message_id }, by),
  }
}

async function accountsByTheirStay(t: TestApp): Promise<Talk> {
  const talk = await accounts(t)
  return {
    ...talk,
    reads: () => markStayRead(t, talk.owner, talk.id),
    answers: (by = talk.owner) => writeToGuest(t, by, talk.id, { content: 'Oui' }),
    ends: (message_id, by = talk.owner) =>
      t.call('POST', `/reservations/${talk.id}/messages/answered`, { message_id }, by),
  }
}

async function pageOfStay(t: TestApp): Promise<Talk> {
  const { owner, home, id, link } = await bookedByHand(t)
  return {
    owner,
    id,
    home,
    asks: (content) => send(t, link, 'messages', { content }),
    reads: () => markStayRead(t, owner, id),
    answers: (by = owner) => writeToGuest(t, by, id, { content: 'Oui' }),
    ends: (message_id, by = owner) => t.call('POST', `/reservations/${id}/messages/answered`, { message_id }, by),
  }
}

const KINDS = { accounts, accountsByTheirStay, pageOfStay }

/** The one conversation of a company, about which its list, its filter, the desk and the stay agree. */
async function waiting(t: TestApp, { owner, id }: Talk) {
  const [entry] = (await inbox(t, owner)).data
  const only = (await inbox(t, owner, '?unanswered=true')).data
  const desk = (await t.call('GET', '/desk', undefined, owner)).body.data.messages
  const { meta } = await messagesOf(t, owner, id)
  const { unanswered, waiting_since } = entry
  expect(only).toEqual(unanswered ? [entry] : [])
  expect(desk).toEqual({ total: only.length, items: only })
  expect(meta).toMatchObject({ unanswered, waiting_since })
  expect(unanswered).toBe(waiting_since !== null)
  return { unanswered, since: waiting_since, unread: entry.unread, last: Number(entry.last_message.id) }
}

/** Sends the messages of a template that are due. */
async function automatic(t: TestApp, owner: TestUser) {
  const body = { name: 'Welcome', trigger: 'confirmed', texts: { en: 'See you soon', fr: 'À bientôt' } }
  const made = await t.call('POST', '/message-templates', body, owner)
  await t.db`update message_templates set active_since = now() - interval '1 year' where id = ${made.body.data.id}`
  await runScheduled(t, 'message-templates.claim-due')
}

describe.each(Object.entries(KINDS))('a guest who asks (%s)', (_, begin) => {
  test('waits from the first message on, however often it is read, until a person writes', async ({ t }) => {
    const talk = await begin(t)
    await talk.asks('Un lit ?')
    const first = await waiting(t, talk)
    expect(first).toMatchObject({ unanswered: true, unread: 1 })
    await talk.asks('Alors ?')
    await talk.reads()
    expect(await waiting(t, talk)).toMatchObject({ unanswered: true, since: first.since, unread: 0 })
    expect((await writeToGuest(t, talk.owner, talk.id, { content: 'Rappeler', source: 'note' })).status).toBe(201)
    expect(await waiting(t, talk)).toMatchObject({ unanswered: true, since: first.since })
    const member = await joins(t, talk.owner, 'desk')
    expect((await talk.answers(member)).status).toBe(201)
    expect(await waiting(t, talk)).toMatchObject({ unanswered: false, since: null })
    await talk.asks('Merci, et le parking ?')
    const again = await waiting(t, talk)
    expect(again.unanswered).toBe(true)
    expect(Date.parse(String(again.since))).toBeGreaterThan(Date.parse(String(first.since)))
  })

  test('waits still when a template writes, which is no answer', async ({ t }) => {
    const talk = await begin(t)
    await talk.asks('Un lit ?')
    await automatic(t, talk.owner)
    expect(JSON.stringify((await messagesOf(t, talk.owner, talk.id)).data)).toMatch(/See you soon|À bientôt/)
    expect(await waiting(t, talk)).toMatchObject({ unanswered: true })
  })

  test('waits no more when somebody says that no answer is needed, and the company hears it', async ({ t }) => {
    const talk = await begin(t)
    await talk.asks('Merci !')
    const { last } = await waiting(t, talk)
    const member = await joins(t, talk.owner, 'desk', [talk.home])
    const socket = stockPusher(await portOf(t.app), talk.owner)
    const channel = socket.subscribe(`private-user.${talk.owner.id}`)
    await next(channel, 'pusher:subscription_succeeded')
    const heard = next(channel, 'conversation_answered')
    const ended = await talk.ends(last, member)
    expect(ended).toMatchObject({ status: 200, body: { data: { unanswered: false, waiting_since: null } } })
    expect(await heard).toMatchObject({ message_id: last })
    socket.disconnect()
    expect(await waiting(t, talk)).toMatchObject({ unanswered: false, unread: 1 })
    // The mark never moves back, and a template after it makes nobody wait.
    expect((await talk.ends(1)).status).toBe(200)
    await automatic(t, talk.owner)
    expect(await waiting(t, talk)).toMatchObject({ unanswered: false })
  })

  test('waits with a message that came while somebody said so', async ({ t }) => {
    const talk = await begin(t)
    await talk.asks('Merci !')
    for (let time = 0; time < 5; time++) {
      const { last } = await waiting(t, talk)
      const [ended] = await Promise.all([talk.ends(last), talk.asks(`Et ${time} ?`)])
      expect(ended.status).toBe(200)
      const after = await waiting(t, talk)
      expect(after).toMatchObject({ unanswered: true })
      expect(after.last).toBeGreaterThan(last)
    }
    // A number that is not written yet ends nothing that comes later.
    await talk.ends(2 ** 50)
    expect(await waiting(t, talk)).toMatchObject({ unanswered: false })
    await talk.asks('Encore une question')
    expect(await waiting(t, talk)).toMatchObject({ unanswered: true })
  })

  test('is ended by those who may write, up to a message', async ({ t }) => {
    const talk = await begin(t)
    await talk.asks('Un lit ?')
    const { last } = await waiting(t, talk)
    expect((await talk.ends(last, await joins(t, talk.owner, 'accountant'))).status).toBe(403)
    expect((await talk.ends(last, await t.user())).status).toBe(404)
    for (const body of [Number.NaN, 0]) expect((await talk.ends(body)).status).toBe(400)
    expect(await waiting(t, talk)).toMatchObject({ unanswered: true })
  })
})

test('members of some homes end the wait of what they see, and of nothing else', async ({ t }) => {
  const { owner, guest, home } = await paid(t)
  const other = await t.home(owner)
  const [here, there] = [await joins(t, owner, 'desk', [home]), await joins(t, owner, 'desk', [other])]
  const waits = async (who: Caller) => (await inbox(t, who, '?unanswered=true')).data.length
  await write(t, guest, owner, { content: 'Ici ?', property_id: home })
  await write(t, guest, owner, { content: 'Là-bas ?', property_id: other })
  expect([await waits(here), await waits(there), await waits(owner)]).toEqual([1, 1, 1])
  expect((await says(t, here, guest, home)).status).toBe(201)
  expect([await waits(here), await waits(there), await waits(owner)]).toEqual([0, 1, 1])
  const [{ id }] = (await inbox(t, owner)).data
  await t.call('POST', `/messages/${guest.id}/answered`, { message_id: id }, here)
  expect([await waits(there), await waits(owner)]).toEqual([1, 1])
  const ended = await t.call('POST', `/messages/${guest.id}/answered`, { message_id: id }, there)
  expect(ended.body.data).toEqual({ unanswered: false, waiting_since: null })
  expect([await waits(there), await waits(owner)]).toEqual([0, 0])
})

test('the two of a conversation each know who waits for them', async ({ t }) => {
  const { owner, guest, home } = await paid(t)
  await write(t, guest, owner, { content: 'Un lit ?', property_id: home })
  const both = async () =>
    Promise.all([owner, guest].map(async (who) => (await conversations(t, who)).data[0].unanswered))
  expect(await both()).toEqual([true, false])
  expect((await history(t, owner, guest)).body.meta).toMatchObject({ unanswered: true })
  await write(t, owner, guest, { content: 'Oui', property_id: home })
  expect(await both()).toEqual([false, true])
  expect((await history(t, owner, guest)).body.meta).toMatchObject({ unanswered: false, waiting_since: null })
})

test('“No answer needed” at one stay leaves a question about another home waiting', async ({ t }) => {
  const { owner, guest, home, id } = await paid(t)
  const other = await t.home(owner, { title: 'Villa' })
  await write(t, guest, owner, { content: 'Is there a cot in the Villa?', property_id: other })
  const thanks = await write(t, guest, owner, { content: 'Thanks!', property_id: home })
  const ended = await t.call(
    'POST',
    `/reservations/${id}/messages/answered`,
    { message_id: thanks.body.data.id },
    owner,
  )
  expect(ended.status).toBe(200)
  expect((await t.call('GET', '/inbox?unanswered=true', undefined, owner)).body.data).toHaveLength(1)
  const all = await t.call('POST', `/messages/${guest.id}/answered`, { message_id: thanks.body.data.id }, owner)
  expect([all.status, (await t.call('GET', '/inbox?unanswered=true', undefined, owner)).body.data]).toEqual([200, []])
})
