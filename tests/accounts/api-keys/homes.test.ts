import { describe, expect } from 'vitest'
import { KEY_SCOPES } from '../../../src/accounts/scopes.ts'
import { scene } from '../../support/access.ts'
import { alone, isolated, test } from '../../support/app.ts'
import { scene as booking, stay } from '../../support/booking.ts'
import { makeKey } from '../../support/keys.ts'
import { write } from '../../support/messages.ts'

const LISTS = [
  '/properties/mine',
  '/properties/search',
  '/properties/search?facets=property_types',
  '/reservations?as=owner',
  '/seasons-test',
  '/events?types=property.created,reservation.created',
  '/exports/reservations.csv',
  '/exports/payments.csv',
  '/exports/calendar.csv',
  '/mirror/reservations',
  '/mirror/calendars',
  '/mirror/properties',
]

describe('a key for one home', () => {
  alone('has only that one in all lists', async ({ t }) => {
    const { ids, third, callers } = await scene(t)
    await t.call('POST', '/reservations', stay(third, 300), ids.guest)
    await t.call('POST', '/messages', { receiver_id: ids.owner.id, content: 'x', property_id: third }, ids.guest)
    const season = { season_libelle: 'x', season_start_date: '2030-01-01', season_end_date: '2030-01-02' }
    await t.call('POST', '/seasons-test', { ...season, season_reduction_percent: 1, property_id: third }, ids.owner)
    await t.app.dispatchEvents()
    for (const path of [...LISTS, `/messages/${ids.guest.id}`]) {
      const read = async (caller: { token?: string }) =>
        JSON.stringify((await t.call('GET', path, undefined, caller)).body)
      const [all, one] = [await read(callers.key), await read(callers.elsewhere)]
      expect(
        [ids.home, third].map((home) => all.includes(home)),
        path,
      ).toEqual([true, true])
      expect(
        [ids.home, ids.draft, third].map((home) => one.includes(home)),
        path,
      ).toEqual([false, false, true])
    }
    const [talk] = (await t.call('GET', '/messages', undefined, callers.elsewhere)).body.data
    expect([talk.property.id, talk.last_message.property_id]).toEqual([third, third])
    const count = async (caller: { token?: string }) =>
      (await t.call('GET', '/properties/search', undefined, caller)).body.meta.total
    expect(await count(callers.publishable)).toBe(2)
  })

  test('writes about that home only, to people it has to do with', async ({ t }) => {
    const { owner, guest, home } = await booking(t)
    const other = await t.home(owner)
    await write(t, guest, owner, { property_id: home })
    const key = await makeKey(t, owner, { property_ids: [home] })
    const aside = await makeKey(t, owner, { property_ids: [other] })
    const send = (fields: object, by: { token: string }) =>
      t.call('POST', '/messages', { receiver_id: guest.id, content: 'x', ...fields }, by)
    expect((await send({ property_id: home }, key)).status).toBe(201)
    expect(Object.keys((await send({}, key)).body.errors)).toEqual(['property_id'])
    expect(Object.keys((await send({ property_id: other }, key)).body.errors)).toEqual(['property_id'])
    expect((await send({ property_id: other }, aside)).body.code).toBe('may_not_write')
    expect((await t.call('GET', `/messages/${guest.id}`, undefined, key)).body.data).toHaveLength(2)
    expect((await t.call('GET', `/messages/${guest.id}`, undefined, aside)).status).toBe(404)
    expect((await t.call('GET', '/messages', undefined, key)).body.meta).toMatchObject({ total: 1, unread: 1 })
    expect((await t.call('GET', '/messages', undefined, aside)).body.meta).toMatchObject({ total: 0, unread: 0 })
  })

  test('has nothing of the stays and messages of its owner as a guest', async ({ t }) => {
    const { owner: host, guest, home } = await booking(t)
    await t.home(guest)
    await t.call('POST', '/reservations', stay(home), guest)
    await write(t, guest, host, { property_id: home })
    const key = await makeKey(t, guest)
    for (const path of ['/reservations?as=guest', '/reservations?as=owner', '/messages'])
      expect((await t.call('GET', path, undefined, key)).body.data, path).toEqual([])
  })

  test('does not get at what has been answered to another key', async ({ t }) => {
    const { owner, guest, home } = await booking(t)
    await write(t, guest, owner, { property_id: home })
    const other = await t.home(owner)
    const headers = { 'idempotency-key': 'x' }
    const send = async (by: { token: string }) =>
      (
        await t.call(
          'POST',
          '/messages',
          { receiver_id: guest.id, content: 'x', property_id: home },
          { ...by, headers },
        )
      ).status
    expect(await send(await makeKey(t, owner))).toBe(201)
    expect(await send(await makeKey(t, owner, { property_ids: [other] }))).toBe(403)
  })
})

describe('events', () => {
  const typesOf = async (t: Parameters<typeof makeKey>[0], key: { token: string }) => {
    await t.app.dispatchEvents()
    const { status, body } = await t.call('GET', '/events', undefined, key)
    expect(status).toBe(200)
    return new Set(body.data.map(({ type }: { type: string }) => type.split('.')[0]))
  }

  test('are those that the scopes of a key are for', async ({ t }) => {
    const { owner, guest, home } = await booking(t)
    await t.call('POST', '/reservations', stay(home), guest)
    await write(t, guest, owner, {})
    const withScopes = (...scopes: string[]) => makeKey(t, owner, { scopes: ['events.read', ...scopes] })
    expect(await typesOf(t, await withScopes())).toEqual(new Set())
    expect(await typesOf(t, await withScopes('reservations.read'))).toEqual(new Set(['reservation']))
    expect(await typesOf(t, await withScopes('messages.read', 'calendar.read'))).toEqual(
      new Set(['message', 'calendar']),
    )
    expect(await typesOf(t, await makeKey(t, owner, { scopes: KEY_SCOPES, property_ids: [home] }))).toEqual(
      new Set(['property', 'calendar', 'reservation', 'payment']),
    )
    const refused = await t.call('GET', '/events?types=payment.succeeded', undefined, await withScopes('messages.read'))
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([
      403,
      'scope_missing',
      { scope: 'payments.read' },
    ])
  })

  test('of a home that comes later are those of a key for all homes too', async ({ t }) => {
    const { owner, home } = await booking(t)
    const [all, some] = [await makeKey(t, owner), await makeKey(t, owner, { property_ids: [home] })]
    const later = await t.home(owner)
    await t.app.dispatchEvents()
    const homes = async (key: { token: string }) =>
      (await t.call('GET', '/events?types=property.created', undefined, key)).body.data.map(
        (event: { subject_id: string }) => event.subject_id,
      )
    expect(await homes(all)).toEqual([home, later])
    expect(await homes(some)).toEqual([home])
  })

  isolated('end for a key that is deleted while it waits', async ({ t }) => {
    const { owner, home } = await booking(t)
    const key = await makeKey(t, owner)
    await t.app.dispatchEvents()
    const waiting = t.call('GET', '/events?after=latest&wait=30', undefined, key)
    await expect.poll(async () => (await t.db`select from api_keys where last_used_at is not null`).length).toBe(1)
    await t.call('DELETE', `/api-keys/${key.id}`, undefined, owner)
    await t.call('PUT', `/properties/${home}`, { base_price: 77 }, owner)
    await t.app.dispatchEvents()
    expect((await waiting).status).toBe(401)
  })
})

describe('a publishable key', () => {
  const ORIGIN = 'https://homes.example'

  test('searches and prices homes of its owner as a stranger does, from pages of its origins', async ({ t }) => {
    const { owner, home } = await booking(t)
    const foreign = await t.home(await t.user())
    const draft = await t.home(owner, { status: 'draft' })
    const key = await makeKey(t, owner, { kind: 'publishable', origins: [ORIGIN] })
    const from = (origin: string) => ({ ...key, headers: { origin } })
    const { body, headers } = await t.call('GET', '/properties/search', undefined, from(ORIGIN))
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([home])
    expect(headers['access-control-allow-origin']).toBe(ORIGIN)
    expect((await t.call('GET', '/hi', undefined, from(ORIGIN))).headers['access-control-allow-origin']).toBe(ORIGIN)
    const elsewhere = await t.call('GET', '/properties/search', undefined, from('https://other.example'))
    expect(elsewhere.headers).not.toHaveProperty('access-control-allow-origin')
    expect((await t.call('POST', '/quotes', stay(home), key)).status).toBe(200)
    expect((await t.call('POST', '/quotes', stay(foreign), key)).status).toBe(404)
    expect((await t.call('GET', `/properties/${home}`, undefined, key)).body.data.address).toBeNull()
    for (const hidden of [foreign, draft])
      expect((await t.call('GET', `/properties/${hidden}`, undefined, key)).status).toBe(404)
    const hold = await t.call('POST', '/reservations', stay(home), key)
    expect([hold.status, hold.body.code]).toEqual([403, 'key_refused'])
  })

  test('has its preflights answered for its origins', async ({ t }) => {
    const owner = await t.user()
    await makeKey(t, owner, { kind: 'publishable', origins: [ORIGIN] })
    const ask = async (origin: string, wanted = 'authorization') => {
      const asked = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': wanted }
      const { status, headers } = await t.call('OPTIONS', '/properties/search', undefined, { headers: asked })
      return [status, headers['access-control-allow-origin']]
    }
    expect(await ask(ORIGIN)).toEqual([204, ORIGIN])
    expect(await ask('https://other.example')).toEqual([404, undefined])
    expect(await ask(ORIGIN, 'content-type')).toEqual([204, ORIGIN])
  })
})

test.extend({ env: { RATE_LIMIT_PER_MINUTE: '40' } })('a key is limited, and so is who guesses keys', async ({ t }) => {
  const owner = await t.user()
  const key = await makeKey(t, owner, { kind: 'publishable' })
  const statuses = async (token: string, times: number) => {
    const answers: number[] = []
    for (let time = 0; time < times; time++)
      answers.push((await t.call('GET', '/properties/search', undefined, { token })).status)
    return answers
  }
  expect(await statuses(key.token, 5)).toEqual([200, 200, 200, 200, 429])
  const guesses = await statuses(`sj_live_${'x'.repeat(43)}`, 41)
  expect([guesses[0], guesses[39], guesses[40]]).toEqual([401, 401, 429])
})
