import { describe, expect } from 'vitest'
import { expiries } from '../../../src/conversations/stay-messages/retention.ts'
import { alone, inDays, isolated, PASSWORD, test } from '../../support/app.ts'
import { file, openFile, PDF } from '../../support/attachments.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { heldByHand } from '../../support/changes.ts'
import { feed } from '../../support/feed.ts'
import { makeKey } from '../../support/keys.ts'
import { write } from '../../support/messages.ts'
import { paid } from '../../support/payments.ts'
import { inbox, markStayRead, messagesOf, words, writeToGuest } from '../../support/stay-messages.ts'
import { bookedByHand, prove, send } from '../../support/stay-page.ts'
import { joins } from '../../support/team.ts'

const TEMPLATE = { name: 'Welcome', trigger: 'confirmed', texts: { en: '{link}' } }

describe('a guest with an account', () => {
  test('has one conversation, which each of their stays shows as far as it is about it', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const other = await t.home(owner)
    const [first, second] = [await book(t, guest, stay(home)), await book(t, guest, stay(other, 60))]
    const [id, later] = [first, second].map(({ body }) => Number(body.data.reservation_id)) as [number, number]
    await write(t, guest, owner, { content: 'En général' })
    await write(t, guest, owner, { content: 'Sur le premier', reservation_id: id })
    await write(t, guest, owner, { content: 'Sur l’autre logement', property_id: other })
    const answer = await writeToGuest(t, owner, id, { content: 'Les clés sont dans la boîte.' })
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { source: 'site', from: 'company', reservation_id: id } },
    })
    const note = await writeToGuest(t, owner, id, { content: 'Arrive tard', source: 'note' })
    expect(note).toMatchObject({ status: 201, body: { data: { source: 'note', from: 'company', state: 'sent' } } })
    const shown = await messagesOf(t, owner, id)
    expect(words(shown)).toEqual([
      'note company sent: Arrive tard',
      'site company sent: Les clés sont dans la boîte.',
      'site guest sent: Sur le premier',
      'site guest sent: En général',
    ])
    expect(shown.meta).toMatchObject({ ways: ['site', 'note'], next_before: null })
    expect(words(await messagesOf(t, owner, later))).toEqual([
      'site guest sent: Sur l’autre logement',
      'site guest sent: En général',
    ])
    const page = await messagesOf(t, owner, id, '?per_page=2')
    expect(words(await messagesOf(t, owner, id, `?per_page=2&before=${page.meta.next_before}`))).toHaveLength(2)
    // The guest has the answer where the guest has all messages, and no note.
    const theirs = await t.call('GET', `/messages/${owner.id}`, undefined, guest)
    expect(theirs.body.data.map(({ content }: { content: string }) => content)).toContain(
      'Les clés sont dans la boîte.',
    )
    expect(JSON.stringify(theirs.body)).not.toContain('Arrive tard')
    expect((await t.call('GET', `/reservations/${id}/messages`, undefined, guest)).status).toBe(403)
    expect((await t.call('GET', `/reservations/${id}/messages`, undefined, await t.user())).status).toBe(404)
    const [row] = (await inbox(t, owner)).data
    expect(row).toMatchObject({
      reservation: { id },
      user: { id: guest.id },
      unread: 3,
      last_message: { from: 'company', content: 'Les clés sont dans la boîte.' },
    })
    expect((await markStayRead(t, owner, id)).body.data).toEqual({ unread: 0 })
    expect((await inbox(t, owner)).meta).toMatchObject({ unread: 0, waiting: 0 })
    expect((await inbox(t, owner, '?unread=true')).data).toEqual([])
  })

  test('is refused where they have blocked the company, and the note stays', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const id = Number((await book(t, guest, stay(home))).body.data.reservation_id)
    await write(t, guest, owner, { property_id: home })
    await t.call('POST', `/messages/${owner.id}/block`, {}, guest)
    for (const body of [{ content: 'Bonjour' }, { content: 'x', source: 'site' }, { content: 'x', source: 'airbnb' }])
      expect(await writeToGuest(t, owner, id, body)).toMatchObject({ status: 409, body: { data: { ways: ['note'] } } })
    expect((await messagesOf(t, owner, id)).meta.ways).toEqual(['note'])
    expect((await writeToGuest(t, owner, id, { content: ' ' })).status).toBe(400)
    expect((await writeToGuest(t, owner, id, { content: 'x', soucre: 'note' })).status).toBe(400)
    expect((await writeToGuest(t, owner, id, { content: 'x', source: 'note' })).status).toBe(201)
    const note = async () => (await feed(t, owner)).events.find(({ type }) => type === 'stay_message.created')?.data
    expect(await note()).toMatchObject({ content: 'x', source: 'note' })
    // The notes about a guest leave with the account; the days and amounts stay.
    await t.call('POST', `/reservations/${id}/cancel`, {}, guest)
    await t.drain()
    expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, guest)).status).toBe(200)
    const rows = await t.db`select 1 from stay_messages where reservation_id = ${id}`
    expect(rows).toEqual([])
    expect((await messagesOf(t, owner, id)).meta.ways).toEqual(['note'])
    expect((await writeToGuest(t, owner, id, { content: 'x' })).body.code).toBe('guest_unreachable')
    expect(await note()).toMatchObject({ content: null, source: 'note' })
  })
})

describe('a file', () => {
  test('goes to a guest with an account, from the stay, and no other way', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    const { reservation_id } = (await book(t, guest, stay(home))).body.data
    const attachment = file(PDF, 'plan.pdf')
    const sent = await t.form(`/reservations/${reservation_id}/messages`, { attachment }, owner)
    expect(sent).toMatchObject({
      status: 201,
      body: { data: { source: 'site', content: '', attachments: [{ name: 'plan.pdf', type: 'application/pdf' }] } },
    })
    const { data } = (await t.call('GET', `/messages/${owner.id}`, undefined, guest)).body
    expect((await openFile(t, data[0].attachment)).content.toString()).toBe(PDF)
    const note = { source: 'note', content: 'x', attachment }
    const refused = await t.form(`/reservations/${reservation_id}/messages`, note, owner)
    expect([refused.status, Object.keys(refused.body.data)]).toEqual([400, ['attachment']])
    const empty = await writeToGuest(t, owner, reservation_id, {})
    expect([empty.status, Object.keys(empty.body.data)]).toEqual([400, ['content']])
    const byHand = await heldByHand(t, 'later')
    const mailed = await t.form(`/reservations/${byHand.id}/messages`, { content: 'x', attachment }, byHand.owner)
    expect([mailed.status, Object.keys(mailed.body.data)]).toEqual([400, ['attachment']])
  })
})

describe('a guest without an account', () => {
  test('is mailed the words of the company, and a link to the page of the stay', async ({ t }) => {
    const { owner, id } = await heldByHand(t, 'later')
    const desk = await joins(t, owner, 'desk')
    await prove(t, id)
    const answer = await writeToGuest(t, desk, id, { content: 'Bring <b>towels</b>\nand a smile.' })
    expect(answer.body.data).toMatchObject({ source: 'mail', from: 'company', sent_by: { id: desk.id } })
    await t.drain()
    const mail = (await t.mails('ada@example.org')).find(({ text }) => text.includes('towels'))
    expect(mail?.subject).toContain('Casa')
    expect(mail?.text).toMatch(/and a smile\.[\s\S]*http/)
    expect(mail?.html).not.toContain('<b>towels')
    expect(await messagesOf(t, owner, id)).toMatchObject({
      meta: { ways: ['mail', 'note'] },
      data: [{ source: 'mail' }],
    })
    const [row] = (await inbox(t, owner)).data
    expect(row).toMatchObject({ reservation: { id }, user: null, guest_name: 'Ada Lovelace', unread: 0 })
    const key = await makeKey(t, owner, { scopes: ['messages.read'] })
    expect((await inbox(t, key)).data[0]).toMatchObject({ guest_name: null })
    expect((await writeToGuest(t, key, id, { content: 'x' })).status).toBe(403)
  })

  isolated('who has no address is not reached, and 20 mails a day are enough', async ({ t }) => {
    const { owner, home, id } = await heldByHand(t, 'later')
    const guest = { name: 'Grace Hopper', phone: '+33612345678' }
    const days = { check_in: inDays(50), check_out: inDays(52) }
    const booked = await t.call(
      'POST',
      `/properties/${home}/reservations`,
      { ...days, adults: 1, guest, pay: 'later' },
      owner,
    )
    const silent = Number(booked.body.data.reservation_id)
    expect(await writeToGuest(t, owner, silent, { content: 'x' })).toMatchObject({
      status: 409,
      body: { data: { ways: ['site', 'note'] } },
    })
    const sent = []
    for (let mail = 0; mail < 21; mail++) sent.push((await writeToGuest(t, owner, id, { content: `${mail}` })).status)
    expect(sent).toEqual([...Array(20).fill(201), 429])
    const [{ count } = {}] = await t.db<{ count: number }[]>`select count(*)::integer as count from stay_messages`
    expect(count).toBe(20)
    const repeated = { token: owner.token, headers: { 'idempotency-key': 'one note' } }
    for (let time = 0; time < 2; time++) await writeToGuest(t, repeated, silent, { content: 'once', source: 'note' })
    expect(words(await messagesOf(t, owner, silent))).toEqual(['note company sent: once'])
  })
})

test('members of a team read and write as far as their homes and scopes go', async ({ t }) => {
  const { owner, home, id } = await heldByHand(t, 'later')
  const other = await t.home(owner)
  const [desk, elsewhere, accountant] = [
    await joins(t, owner, 'desk', [home]),
    await joins(t, owner, 'desk', [other]),
    await joins(t, owner, 'accountant'),
  ]
  await writeToGuest(t, desk, id, { content: 'Bonjour' })
  expect((await inbox(t, desk)).data).toHaveLength(1)
  expect((await inbox(t, elsewhere)).data).toEqual([])
  expect((await inbox(t, desk, `?property_id=${home}`)).data).toHaveLength(1)
  expect((await inbox(t, owner, `?property_id=${other}`)).data).toEqual([])
  const statuses = async (user: typeof desk) => [
    (await t.call('GET', `/reservations/${id}/messages`, undefined, user)).status,
    (await writeToGuest(t, user, id, { content: 'x', source: 'note' })).status,
    (await t.call('GET', '/inbox', undefined, user)).status,
  ]
  expect(await statuses(elsewhere)).toEqual([404, 404, 200])
  expect(await statuses(accountant)).toEqual([403, 403, 403])
})

test('a conversation of two accounts is listed with the stay of its last message, or else the next one', async ({
  t,
}) => {
  const { owner, guest, home } = await scene(t)
  const other = await t.home(owner)
  const made = [
    await book(t, guest, stay(home, 60)),
    await book(t, guest, stay(other, 30)),
    await book(t, guest, stay(home, 90)),
  ]
  const [first, next, last] = made.map(({ body }) => Number(body.data.reservation_id))
  await t.db`update reservations set status = 'confirmed', hold_expires_at = null where guest_id = ${guest.id}`
  const row = async () => (await inbox(t, owner)).data[0]
  await write(t, guest, owner, { content: 'In general' })
  expect(await row()).toMatchObject({ reservation: { id: next }, property: { id: other } })
  await write(t, guest, owner, { content: 'Named', reservation_id: last })
  expect(await row()).toMatchObject({ reservation: { id: last }, property: { id: home } })
  await write(t, guest, owner, { content: 'The home', property_id: home })
  expect(await row()).toMatchObject({ reservation: { id: first }, property: { id: home } })
  expect((await messagesOf(t, owner, first ?? 0)).data[0].content).toBe('The home')
  expect((await markStayRead(t, owner, first ?? 0)).body.data).toEqual({ unread: 0 })
})

test('a member of some homes marks no message about another home as read', async ({ t }) => {
  const { owner, guest, home } = await scene(t)
  const other = await t.home(owner)
  const [first, second] = [await book(t, guest, stay(home)), await book(t, guest, stay(other, 60))]
  const [id, later] = [first, second].map(({ body }) => Number(body.data.reservation_id)) as [number, number]
  await write(t, guest, owner, { content: 'One', reservation_id: id })
  await write(t, guest, owner, { content: 'Elsewhere', reservation_id: later })
  await write(t, guest, owner, { content: 'Two', reservation_id: id })
  const desk = await joins(t, owner, 'desk', [home])
  expect((await markStayRead(t, desk, id)).body.data).toEqual({ unread: 1 })
  const direct = await t.call('POST', `/messages/${guest.id}/read`, {}, desk)
  expect([direct.status, direct.body.data]).toEqual([200, { unread: 1 }])
  expect((await inbox(t, owner)).meta).toMatchObject({ unread: 2 })
  // Nothing is behind it once somebody of the other home has read theirs.
  const there = await joins(t, owner, 'desk', [other])
  expect((await markStayRead(t, there, later)).body.data).toEqual({ unread: 0 })
  expect((await markStayRead(t, desk, id)).body.data).toEqual({ unread: 0 })
  expect((await inbox(t, owner)).meta).toMatchObject({ unread: 0 })
})

test('the staff read, write and mark nothing of a stay, and get no link and no code', async ({ t }) => {
  const { owner, guest, id } = await paid(t)
  await write(t, guest, owner, { content: 'Entre nous', reservation_id: id })
  const template = await t.call('POST', '/message-templates', TEMPLATE, owner)
  expect(template.status).toBe(201)
  for (const role of ['support', 'admin'] as const) {
    const staff = await t.user({ role })
    const own = Number((await t.call('POST', '/message-templates', TEMPLATE, staff)).body.data.id)
    const at = `/reservations/${id}`
    for (const [method, path, body] of [
      ['GET', `${at}/messages`, undefined],
      ['POST', `${at}/messages`, { content: 'x', source: 'note' }],
      ['POST', `${at}/messages/read`, {}],
      ['GET', `${at}/scheduled-messages`, undefined],
      ['POST', `/message-templates/${own}/preview`, { reservation_id: id }],
      ['GET', `${at}/arrival`, undefined],
      ['PATCH', `${at}/arrival`, { access: 'released' }],
      ['PUT', `${at}/access-code`, { code: '1' }],
      ['DELETE', `${at}/access-code`, undefined],
      ['GET', `${at}/link`, undefined],
      ['POST', `${at}/link`, {}],
    ] as const)
      expect([method, path, (await t.call(method, path, body, staff)).status]).toEqual([method, path, 404])
    expect((await t.call('GET', at, undefined, staff)).status).toBe(200)
  }
  expect((await inbox(t, owner)).meta).toMatchObject({ unread: 1 })
  expect((await t.call('GET', `/reservations/${id}/link`, undefined, guest)).status).toBe(200)
})

test('a message that a guest writes while the company marks an earlier one stays unread', async ({ t }) => {
  const { owner, id, link } = await bookedByHand(t)
  for (let round = 0; round < 40; round++) {
    await t.db`delete from attempt_counters where key like 'messages by the link of stay %'`
    await send(t, link, 'messages', { content: `First ${round}` })
    await markStayRead(t, owner, id)
    await send(t, link, 'messages', { content: `Second ${round}` })
    const [{ id: message_id }] = (await messagesOf(t, owner, id)).data
    await Promise.all([
      send(t, link, 'messages', { content: `Third ${round}` }),
      markStayRead(t, owner, id, { message_id }),
      markStayRead(t, owner, id, { message_id }),
    ])
    const [row] = (await inbox(t, owner)).data
    expect([round, row.last_message.content, row.unread]).toEqual([round, `Third ${round}`, 1])
  }
})

alone('a conversation keeps a message that arrives while its old ones expire', async ({ t }) => {
  const { owner, id, link } = await bookedByHand(t)
  await send(t, link, 'messages', { content: 'Long ago' })
  await t.db`update stay_messages set created_at = now() - interval '60 days'`
  const retention = { ...t.app.config.retention, messages: 30 }
  const app = { db: t.app.db, storage: t.app.storage, config: { ...t.app.config, retention } }
  const cleaning = await t.db.begin(async (tx) => {
    await tx`
      with came as (
        insert into stay_messages (reservation_id, source, from_guest, content, state)
        values (${id}, 'site', true, 'Today', 'sent') returning id)
      update stay_threads set last_message_id = came.id, unread = unread + 1 from came where reservation_id = ${id}`
    const gone = expiries[0]?.deleteSome(app)
    await expect.poll(() => t.db`select from pg_locks where not granted`, { timeout: 10_000 }).toHaveLength(1)
    return { gone }
  })
  expect(await cleaning.gone).toEqual({ deleted: 1 })
  const [row] = (await inbox(t, owner)).data
  expect([row.last_message.content, row.unread]).toEqual(['Today', 1])
})
