import { Webhook } from 'standardwebhooks'
import { describe, expect } from 'vitest'
import { dropDeliveries } from '../../../src/integrations/webhook-endpoints/disable.ts'
import { scene } from '../../support/booking.ts'
import { feed } from '../../support/feed.ts'
import { write } from '../../support/messages.ts'
import { addEndpoint, test as base, deliveriesOf, sendAll } from '../../support/receiver.ts'

const BASE = '/webhook-endpoints'
const LIMIT = 5

const test = base.extend({ env: { WEBHOOK_DELIVERIES_WAITING: String(LIMIT), WEBHOOK_REPLAYS_PER_DAY: '3' } })

const waitingOf = async (db: (sql: TemplateStringsArray, ...values: unknown[]) => Promise<unknown[]>, id: string) =>
  (await db`select from webhook_deliveries where endpoint_id = ${id} and status = 'waiting'`).length

describe('replays', () => {
  test('send what does not wait already, once, however many ask at once, and a few times a day', async ({
    t,
    receiver,
  }) => {
    const { owner, guest } = await scene(t)
    await sendAll(t)
    const { next } = await feed(t, owner, 'latest')
    const { id } = await addEndpoint(t, owner, receiver.url)
    for (let index = 0; index < 3; index++) await write(t, guest, owner, {})
    await sendAll(t)
    const sent = receiver.received.length
    expect(sent).toBe(3)
    const replay = () => t.call('POST', `${BASE}/${id}/replay`, { after: next }, owner)
    const answers = await Promise.all(Array.from({ length: 6 }, replay))
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.deliveries)
    expect(made.toSorted()).toEqual([0, 0, 3])
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    expect(await waitingOf(t.db, id)).toBe(3)
    const [{ id: delivery }] = (await deliveriesOf(t, owner, id)).filter(
      ({ status }: { status: string }) => status === 'delivered',
    )
    const again = await t.call('POST', `${BASE}/${id}/deliveries/${delivery}/replay`, undefined, owner)
    expect([again.status, await waitingOf(t.db, id)]).toEqual([404, 3])
  })

  test('make no more than may wait, and none while the endpoint is paused', async ({ t, receiver }) => {
    const { owner, guest } = await scene(t)
    await sendAll(t)
    const { next } = await feed(t, owner, 'latest')
    const { id } = await addEndpoint(t, owner, receiver.url)
    for (let index = 0; index < LIMIT + 3; index++) await write(t, guest, owner, {})
    await sendAll(t)
    const replay = () => t.call('POST', `${BASE}/${id}/replay`, { after: next }, owner)
    expect((await replay()).body.data).toEqual({ deliveries: LIMIT })
    await t.call('PATCH', `${BASE}/${id}`, { enabled: false }, owner)
    const [{ id: delivery }] = await deliveriesOf(t, owner, id)
    const refused = [await replay(), await t.call('POST', `${BASE}/${id}/deliveries/${delivery}/replay`, {}, owner)]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'endpoint_disabled']))
    expect(await waitingOf(t.db, id)).toBe(0)
  })
})

test('more than may wait are dropped, the oldest first, counted and mailed once', async ({ t, receiver }) => {
  const { owner, guest } = await scene(t)
  await sendAll(t)
  const { id } = await addEndpoint(t, owner, receiver.url)
  receiver.answer = (response) => response.writeHead(500).end()
  const told = async () =>
    (await t.mails(owner.email)).filter(({ text }) => text.includes('abandonnés') && text.includes(receiver.url)).length
  for (let round = 1; round <= 2; round++) {
    for (let index = 0; index < LIMIT + 2; index++) await write(t, guest, owner, {})
    await sendAll(t)
    await Promise.all([dropDeliveries.run(t.app, {}), dropDeliveries.run(t.app, {})])
    await t.drain()
    expect(await waitingOf(t.db, id)).toBe(LIMIT)
    const dropped = (round - 1) * (LIMIT + 2) + 2
    expect((await t.call('GET', `${BASE}/${id}`, undefined, owner)).body.data).toMatchObject({
      waiting: LIMIT,
      dropped,
    })
    expect(await told()).toBe(1)
  }
  const deliveries = (await deliveriesOf(t, owner, id)) as { status: string; error: string | null }[]
  expect(deliveries.slice(0, LIMIT).map(({ status }) => status)).toEqual(Array(LIMIT).fill('waiting'))
  expect(deliveries.slice(LIMIT).every(({ error }) => error === 'dropped')).toBe(true)
})

describe('tests of an endpoint', () => {
  test('run one at a time, and ten of an account in a minute', async ({ t, receiver }) => {
    const { owner } = await scene(t)
    const { id } = await addEndpoint(t, owner, receiver.url)
    const arrived = Promise.withResolvers<() => void>()
    receiver.answer = (response) => arrived.resolve(() => response.writeHead(204).end())
    const run = () => t.call('POST', `${BASE}/${id}/test`, undefined, owner)
    const first = run()
    const answer = await arrived.promise
    const second = await run()
    expect([second.status, receiver.received.length]).toEqual([429, 1])
    answer()
    expect((await first).body.data.status).toBe('delivered')
    receiver.answer = (response) => response.writeHead(204).end()
    const statuses = []
    for (let index = 0; index < 9; index++) statuses.push((await run()).status)
    expect(statuses).toEqual([...Array(8).fill(200), 429])
  })

  test('sign with both secrets while the earlier one still signs', async ({ t, receiver }) => {
    const { owner } = await scene(t)
    const { id, secret } = await addEndpoint(t, owner, receiver.url)
    const rotated = await t.call('POST', `${BASE}/${id}/rotate`, undefined, owner)
    await t.call('POST', `${BASE}/${id}/test`, undefined, owner)
    const [{ raw, headers } = { raw: '', headers: {} }] = receiver.received
    for (const known of [secret, rotated.body.data.secret])
      expect(new Webhook(known).verify(raw, headers as Record<string, string>)).toMatchObject({
        type: 'endpoint.tested',
      })
  })
})

describe('an endpoint outlasts whoever made it, so', () => {
  test('it needs a verified address, and a fresh sign-in for its address and its secret', async ({ t, receiver }) => {
    const stranger = await t.user({ verified: false })
    const unverified = await t.call('POST', BASE, { url: receiver.url }, stranger)
    expect([unverified.status, unverified.body.code]).toEqual([403, 'not_verified'])
    const owner = await t.user()
    const { id } = await addEndpoint(t, owner, receiver.url)
    const auth_time = Math.floor(Date.now() / 1_000) - 601
    const session = { sid: '00000000-0000-4000-8000-000000000000', auth_time }
    const { token } = t.app.issueToken({ id: owner.id, token_version: 1 }, session)
    const old = { ...owner, token }
    const refused = [
      await t.call('POST', BASE, { url: receiver.url }, old),
      await t.call('PATCH', `${BASE}/${id}`, { url: `${receiver.url}/elsewhere` }, old),
      await t.call('POST', `${BASE}/${id}/rotate`, undefined, old),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'sign_in_again']))
    expect((await t.call('PATCH', `${BASE}/${id}`, { description: 'x' }, old)).status).toBe(200)
  })

  test('the account is mailed whatever its settings are', async ({ t, receiver }) => {
    const owner = await t.user({ locale: 'en' })
    await t.call('PUT', '/notifications/settings', { email_notifications: false }, owner)
    const { id } = await addEndpoint(t, owner, receiver.url)
    await t.call('PATCH', `${BASE}/${id}`, { url: `${receiver.url}/elsewhere` }, owner)
    await t.call('POST', `${BASE}/${id}/rotate`, undefined, owner)
    await t.drain()
    const texts = (await t.mails(owner.email)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('are now sent to'))).toHaveLength(2)
    expect(texts.filter((text) => text.includes('A new secret was created'))).toHaveLength(1)
  })

  test('the mail about a new password names endpoints and keys that go on', async ({ t, receiver }) => {
    const owner = await t.user({ locale: 'en' })
    await addEndpoint(t, owner, receiver.url)
    const key = { name: 'Till', scopes: ['reservations.read'] }
    expect((await t.call('POST', '/api-keys', key, owner)).status).toBe(201)
    const change = {
      password: 'another horse',
      password_confirmation: 'another horse',
      current_password: 'correct horse',
    }
    expect((await t.call('PUT', '/user', change, owner)).status).toBe(200)
    await t.drain()
    const mail = (await t.mails(owner.email)).find(({ subject }) => subject === 'Your password has changed')
    expect(mail?.text).toContain(receiver.url)
    expect(mail?.text).toMatch(/Till \(sj_live_/)
  })
})

describe('an endpoint of some homes', () => {
  test('is sent their events, says where they are in the feed, and which endpoints share its address', async ({
    t,
    receiver,
  }) => {
    const { owner, home } = await scene(t)
    const other = await t.home(owner)
    await sendAll(t)
    const { next } = await feed(t, owner, 'latest')
    const { id } = await addEndpoint(t, owner, receiver.url, { property_ids: [other] })
    const twin = await addEndpoint(t, owner, receiver.url, { types: ['reservation.cancelled'] })
    expect((await t.call('GET', `${BASE}/${id}`, undefined, owner)).body.data).toMatchObject({
      property_ids: [other],
      same_url: [twin.id],
    })
    await t.call('PUT', `/properties/${home}`, { title: 'One' }, owner)
    await t.call('PUT', `/properties/${other}`, { title: 'Other' }, owner)
    await sendAll(t)
    const bodies = receiver.received.map(({ raw }) => JSON.parse(raw))
    expect(new Set(bodies.map(({ data }) => data.property_id))).toEqual(new Set([other]))
    const { body } = await t.call('GET', `/events?after=${next}`, undefined, owner)
    expect(bodies.map(({ cursor }) => cursor)).toContain(body.meta.next)
    const replayed = await t.call('POST', `${BASE}/${id}/replay`, { after: next }, owner)
    expect(replayed.body.data).toEqual({ deliveries: bodies.length })
    const stranger = await t.user()
    const foreign = await t.call('POST', BASE, { url: receiver.url, property_ids: [home] }, stranger)
    expect([foreign.status, foreign.body.errors]).toEqual([400, { property_ids: [{ code: 'unknown' }] }])
    expect((await t.call('PATCH', `${BASE}/${id}`, { property_ids: null }, owner)).body.data.property_ids).toBeNull()
  })
})

test('an address is stored as it is parsed, without credentials and control characters', async ({ t }) => {
  const owner = await t.user()
  const add = (url: string) => t.call('POST', BASE, { url }, owner)
  expect((await add('HTTPS://Example.org\\@evil.example/x')).body.data.url).toBe('https://example.org/@evil.example/x')
  for (const url of [
    'https://a.example/\r\nx',
    'https://a.example/\tx',
    'https://u@a.example/',
    'https://:p@a.example/',
  ])
    expect([url, (await add(url)).status]).toEqual([url, 400])
})
