import { describe, expect, vi } from 'vitest'
import { writeAsGuest, writeThere } from '../../../src/dev/channel/messages.ts'
import type { ChannelStandin } from '../../../src/dev/channel/store.ts'
import type { TestApp } from '../../support/app.ts'
import { connected, test } from '../../support/channel-manager.ts'
import { notifiedTypes, inbox as received, stays } from '../../support/channels.ts'
import { feed } from '../../support/feed.ts'
import { passClaims, runScheduled } from '../../support/jobs.ts'
import { next, portOf, stockPusher } from '../../support/sockets.ts'
import { inbox, markStayRead, messagesOf, words, writeToGuest } from '../../support/stay-messages.ts'

/** A stay that Airbnb has sold. */
async function sold(t: TestApp, manager: ChannelStandin) {
  const scene = await connected(t, manager)
  const revision = scene.sell(30, 33)
  await scene.announced(revision)
  const [row] = await stays(t)
  return { ...scene, booking_id: String(revision.booking_id), id: row?.id ?? 0 }
}

const says = async (t: TestApp, manager: ChannelStandin, booking_id: string, text: string) => {
  await writeAsGuest(manager, booking_id, text)
  await t.drain()
}

const readAllThreads = (t: TestApp) => runScheduled(t, 'channel-messages.read-all-threads')
const later = (t: TestApp, seconds?: number) => passClaims(t, 'stay_messages', seconds)

const theirs = (manager: ChannelStandin) => manager.messages.map(({ sender, message }) => `${sender}: ${message}`)

describe('a guest of a channel', () => {
  test('writes to the company, and is answered where they have written', async ({ t, manager }) => {
    const { owner, booking_id, id } = await sold(t, manager)
    const socket = stockPusher(await portOf(t.app), owner)
    const channel = socket.subscribe(`private-user.${owner.id}`)
    await next(channel, 'pusher:subscription_succeeded')
    const heard = next(channel, 'stay_message')
    await says(t, manager, booking_id, 'Is there a parking place?')
    expect(await heard).toMatchObject({ reservation_id: id, source: 'airbnb', from: 'guest' })
    socket.disconnect()
    expect((await notifiedTypes(t, owner)).at(-1)).toBe('new_message')
    expect(await inbox(t, owner)).toMatchObject({
      meta: { unread: 1, waiting: 1 },
      data: [{ reservation: { id }, channel: 'Airbnb', guest_name: 'Grace Hopper', unread: 1 }],
    })
    const desk = await t.call('GET', '/desk', undefined, owner)
    expect(desk.body.data.messages).toMatchObject({ total: 1, items: [{ last_message: { source: 'airbnb' } }] })
    const answer = await writeToGuest(t, owner, id, { content: 'Yes, in the yard.' })
    expect(answer.body.data).toMatchObject({ source: 'airbnb', state: 'sending' })
    expect((await inbox(t, owner)).data).toMatchObject([{ unanswered: false, waiting_since: null, unread: 1 }])
    await t.drain()
    expect(theirs(manager)).toEqual(['guest: Is there a parking place?', 'property: Yes, in the yard.'])
    expect((await inbox(t, owner)).data).toMatchObject([{ unanswered: false }])
    await says(t, manager, booking_id, 'Thank you!')
    const shown = await messagesOf(t, owner, id)
    expect(shown.meta).toMatchObject({ unanswered: true, waiting_since: shown.data[0].created_at })
    const ended = await t.call('POST', `/reservations/${id}/messages/answered`, { message_id: shown.data[0].id }, owner)
    expect(ended.body.data).toEqual({ unanswered: false, waiting_since: null })
    expect(words(shown)).toEqual([
      'airbnb guest sent: Thank you!',
      'airbnb company sent: Yes, in the yard.',
      'airbnb guest sent: Is there a parking place?',
    ])
    expect(shown.meta.ways).toEqual(['airbnb', 'mail', 'note'])
    expect((await markStayRead(t, owner, id, { message_id: shown.data[2].id })).body.data).toEqual({ unread: 1 })
    expect((await markStayRead(t, owner, id)).body.data).toEqual({ unread: 0 })
    const unread = await t.call('GET', '/notifications?unread=true', undefined, owner)
    const types = unread.body.data.map(({ type }: { type: string }) => type)
    expect(types).not.toContain('new_message')
    // Reading stops the mail that would have gone out.
    await later(t)
    expect((await t.mails(owner.email)).filter(({ subject }) => /Grace/.test(subject))).toEqual([])
  })

  test('is heard whatever characters they write, and behind a message that cannot be stored', async ({
    t,
    manager,
  }) => {
    const { owner, booking_id, id } = await sold(t, manager)
    await says(t, manager, booking_id, 'a\0b \ud800')
    await says(t, manager, booking_id, `${'x'.repeat(19_999)}😀`)
    const refused = writeThere(manager, { booking_id, message: 'From afar', sender: 'guest' })
    refused.inserted_at = '+275760-09-13T00:00:00'
    const later = { ...refused, id: 'later', message: 'Hello?', inserted_at: new Date().toISOString().replace('Z', '') }
    manager.messages.push(later)
    await readAllThreads(t)
    await says(t, manager, booking_id, 'Still there?')
    const { data } = await messagesOf(t, owner, id)
    expect(data.map(({ content }: { content: string }) => content.slice(-20))).toEqual([
      'Still there?',
      'Hello?',
      `${'x'.repeat(19)}\ufffd`,
      'ab \ufffd',
    ])
    expect((await writeToGuest(t, owner, id, { content: 'Yes' })).status).toBe(201)
    expect(JSON.stringify((await feed(t, owner)).events)).toContain('Still there?')
  })

  test('sends pictures, whose links may be relative to the API of the channel manager', async ({ t, manager }) => {
    const { owner, booking_id, id } = await sold(t, manager)
    const attachments = [
      ...['/attachments/door.jpg', 'attachments/gate.jpg', '/api/v1/attachments/key.jpg', '//elsewhere.example/a.jpg'],
      ...['https://pictures.example/a.jpg', 'javascript:alert(1)', 5, null],
    ]
    const written = writeThere(manager, { booking_id, message: 'Look', sender: 'guest' })
    Object.assign(written, { attachments })
    await says(t, manager, booking_id, 'Like this')
    const shown = (await messagesOf(t, owner, id)).data.find(({ content }: { content: string }) => content === 'Look')
    expect(shown.attachments.map(({ url }: { url: string }) => url)).toEqual([
      ...['door.jpg', 'gate.jpg', 'key.jpg'].map((name) => `${manager.url}/attachments/${name}`),
      `${manager.url}/elsewhere.example/a.jpg`,
      'https://pictures.example/a.jpg',
    ])
  })

  test('is mailed about when nobody reads it, once', async ({ t, manager }) => {
    const { owner, booking_id } = await sold(t, manager)
    for (const text of ['Hello', 'Are you there?']) await says(t, manager, booking_id, text)
    await later(t)
    const mails = (await t.mails(owner.email)).filter(({ subject }) => /2 messages from Grace/.test(subject))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/Hello[\s\S]*Are you there\?/)
    await later(t)
    expect((await t.mails(owner.email)).filter(({ subject }) => /from Grace/.test(subject))).toHaveLength(1)
  })

  test('is found by the list when an event never came, and what the company writes elsewhere too', async ({
    t,
    manager,
  }) => {
    const { owner, booking_id, id } = await sold(t, manager)
    for (const message of ['One', 'Two']) writeThere(manager, { booking_id, message, sender: 'guest' })
    writeThere(manager, { booking_id, message: 'Written in the app of the channel', sender: 'property' })
    for (let time = 0; time < 2; time++) await readAllThreads(t)
    expect(words(await messagesOf(t, owner, id))).toEqual([
      'airbnb company sent: Written in the app of the channel',
      'airbnb guest sent: Two',
      'airbnb guest sent: One',
    ])
    // Known messages are not read again.
    const reads = manager.asked.filter((asked) => /GET .*\/bookings\/.*\/messages/.test(asked))
    expect(reads).toHaveLength(1)
    // Two events of one message, and the list, at once.
    await Promise.all(['x', 'y'].map((text) => writeAsGuest(manager, booking_id, text)))
    await readAllThreads(t)
    expect(
      words(await messagesOf(t, owner, id))
        .slice(0, 2)
        .toSorted(),
    ).toEqual(['airbnb guest sent: x', 'airbnb guest sent: y'])
    expect((await inbox(t, owner)).meta).toMatchObject({ unread: 4 })
  })

  test('of another company, or unknown, is read by no event', async ({ t, manager }) => {
    const { owner, booking_id } = await sold(t, manager)
    await t.db`update channel_bookings set booking_id = 'another' where booking_id = ${booking_id}`
    await writeAsGuest(manager, booking_id, 'Hello')
    await t.drain()
    const { data } = await received(t, owner)
    expect(data[0]).toMatchObject({ event: 'message', status: 'ignored', error: 'the booking is not known' })
  })
})

describe('a message to a guest of a channel', () => {
  test('whose answer is lost is found in the list, and sent once', async ({ t, manager }) => {
    const { owner, id } = await sold(t, manager)
    manager.lostAnswers = 1
    await writeToGuest(t, owner, id, { content: 'The code is 4711.' })
    await t.drain().catch(() => undefined)
    expect(words(await messagesOf(t, owner, id))).toEqual(['airbnb company sending: The code is 4711.'])
    await later(t)
    expect(words(await messagesOf(t, owner, id))).toEqual(['airbnb company sent: The code is 4711.'])
    expect(theirs(manager)).toEqual(['property: The code is 4711.'])
  })

  test('that the list does not show stays unclear, and is not sent again', async ({ t, manager }) => {
    const { owner, id, booking_id } = await sold(t, manager)
    manager.failing = '/messages'
    manager.failures = [500]
    await writeToGuest(t, owner, id, { content: 'Hello' })
    await t.drain().catch(() => undefined)
    await later(t)
    expect(words(await messagesOf(t, owner, id))).toEqual(['airbnb company sending: Hello'])
    await later(t, 200)
    expect(words(await messagesOf(t, owner, id))).toEqual(['airbnb company unclear: Hello'])
    expect(theirs(manager)).toEqual([])
    // A list that shows it later settles it.
    writeThere(manager, { booking_id, message: 'Hello', sender: 'property' })
    await readAllThreads(t)
    expect(words(await messagesOf(t, owner, id))).toEqual(['airbnb company sent: Hello'])
  })

  test.for([
    ['refused', [422], 'failed', []],
    ['refused for its home alone', [403], 'failed', []],
    ['turned away for a while', [429, 503], 'sent', ['property: Hello']],
  ] as const)('that is %s', async ([, failures, state, arrived], { t, manager }) => {
    const { owner, id, booking_id } = await sold(t, manager)
    await says(t, manager, booking_id, 'Anybody there?')
    manager.failing = '/messages'
    manager.failures = [...failures]
    await writeToGuest(t, owner, id, { content: 'Hello' })
    await t.drain().catch(() => undefined)
    await vi.waitFor(async () => {
      await later(t)
      expect(words(await messagesOf(t, owner, id))[0]).toBe(`airbnb company ${state}: Hello`)
    })
    expect(theirs(manager)).toEqual(['guest: Anybody there?', ...arrived])
    // A guest whom the answer did not reach waits for another.
    const waits = (await inbox(t, owner, '?unanswered=true')).data
    expect(waits.map(({ reservation }: { reservation: { id: number } }) => reservation.id)).toEqual(
      state === 'sent' ? [] : [id],
    )
    const { error } = (await messagesOf(t, owner, id)).data[0]
    expect(error === null).toBe(state === 'sent')
    // Other work of the channel goes on.
    expect(t.app.outages.isAway('channels')).toBe(false)
  })
})
