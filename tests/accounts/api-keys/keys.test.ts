import { describe, expect } from 'vitest'
import { alone, isolated, PASSWORD, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { makeKey } from '../../support/keys.ts'

const BASE = '/api-keys'
const MINE = '/properties/mine'

describe('a key', () => {
  test('is shown once, kept as a hash, listed, and ended', async ({ t }) => {
    const { owner, home } = await scene(t)
    const fields = { name: 'Accounting', scopes: ['reservations.read'], property_ids: [home] }
    const { status, body } = await t.call('POST', BASE, fields, owner)
    expect(status).toBe(201)
    const { key, ...shown } = body.data
    expect(key).toMatch(/^sj_live_[\w-]{43}$/)
    expect(shown).toMatchObject({ ...fields, kind: 'secret', origins: [], expires_at: null, last_used_at: null })
    expect(key.startsWith(shown.prefix)).toBe(true)
    const { data } = (await t.call('GET', BASE, undefined, owner)).body
    expect(data).toEqual([shown])
    const [row] = await t.db<{ row: string }[]>`select k::text as row from api_keys k`
    expect(row?.row).not.toContain(key.slice(shown.prefix.length))
    expect((await t.call('GET', '/reservations?as=owner', undefined, { token: key })).status).toBe(200)
    expect((await t.call('DELETE', `${BASE}/${shown.id}`, undefined, owner)).status).toBe(200)
    expect((await t.call('DELETE', `${BASE}/${shown.id}`, undefined, owner)).status).toBe(404)
    expect((await t.call('GET', '/reservations?as=owner', undefined, { token: key })).body.code).toBe('invalid_token')
  })

  test('that is deleted twice at once is deleted once', async ({ t }) => {
    const owner = await t.user()
    const { id } = await makeKey(t, owner)
    const both = await Promise.all([1, 2].map(() => t.call('DELETE', `${BASE}/${id}`, undefined, owner)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('that is deleted is refused by every node at once, also where it was just used', async ({ t }) => {
    const owner = await t.user()
    const key = await makeKey(t, owner)
    const node = await t.node()
    expect((await node.call('GET', MINE, undefined, key)).status).toBe(200)
    await t.call('DELETE', `${BASE}/${key.id}`, undefined, owner)
    expect((await node.call('GET', MINE, undefined, key)).status).toBe(401)
  })

  test('is told to its owner, whatever they want to be told of', async ({ t }) => {
    const owner = await t.user({ locale: 'en' })
    await t.call('PUT', '/notifications/settings', { email_notifications: false }, owner)
    await makeKey(t, owner, { name: 'Till' })
    await t.drain()
    const [mail] = await t.mails(owner.email)
    expect([mail?.subject, mail?.text]).toEqual(['New API key', expect.stringContaining('“Till” (sj_live_')])
    const { data } = (await t.call('GET', '/notifications', undefined, owner)).body
    expect(data).toMatchObject([{ type: 'api_key_created', data: { name: 'Till' } }])
  })

  test('is made within ten minutes of a sign-in, which a refresh is not', async ({ t }) => {
    const owner = await t.user()
    const session = { sid: crypto.randomUUID(), auth_time: Math.floor(Date.now() / 1_000) - 601 }
    const { token } = t.app.issueToken({ id: owner.id, token_version: 1 }, session)
    const old = { token }
    const refused = await t.call('POST', BASE, { name: 'x', scopes: ['calendar.read'] }, old)
    expect([refused.status, refused.body.code]).toEqual([403, 'sign_in_again'])
    const refreshed = (await t.call('POST', '/auth/refresh', undefined, old)).body.newToken
    const again = await t.call('POST', BASE, { name: 'x', scopes: ['calendar.read'] }, { token: refreshed })
    expect(again.body.code).toBe('sign_in_again')
    expect((await t.call('GET', BASE, undefined, old)).status).toBe(200)
    await makeKey(t, owner)
  })

  test('of others is 404, and no key makes, lists or deletes keys', async ({ t }) => {
    const [owner, other] = [await t.user(), await t.user()]
    const key = await makeKey(t, owner)
    expect((await t.call('DELETE', `${BASE}/${key.id}`, undefined, other)).status).toBe(404)
    const tried = [
      await t.call('GET', BASE, undefined, key),
      await t.call('POST', BASE, { name: 'x', scopes: ['calendar.read'] }, key),
      await t.call('DELETE', `${BASE}/${key.id}`, undefined, key),
    ]
    expect(tried.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'key_refused']))
  })

  test('says what is wrong with what is wanted', async ({ t }) => {
    const { owner } = await scene(t)
    const foreign = await t.home(await t.user())
    const problems = async (fields: object) =>
      Object.keys((await t.call('POST', BASE, { name: 'x', ...fields }, owner)).body.errors ?? {})
    const scopes = ['calendar.read']
    expect(await problems({})).toEqual(['scopes'])
    expect(await problems({ scopes: ['everything'] })).toEqual(['scopes'])
    expect(await problems({ scopes, property_ids: [foreign] })).toEqual(['property_ids'])
    expect(await problems({ scopes, property_ids: [] })).toEqual(['property_ids'])
    expect(await problems({ scopes, expires_at: '2020-01-01T00:00:00Z' })).toEqual(['expires_at'])
    expect(await problems({ scopes, origins: ['https://example.com'] })).toEqual(['origins'])
    expect(await problems({ kind: 'publishable', scopes })).toEqual(['scopes'])
    for (const origin of [
      'https://example.com/x',
      'https://*',
      'https://*.example.com',
      'https://a..b',
      'null',
      'ftp://a.b',
    ])
      expect(await problems({ kind: 'publishable', origins: [origin] }), origin).toEqual(['origins'])
    const unverified = await t.user({ verified: false })
    expect((await t.call('POST', BASE, { name: 'x', scopes }, unverified)).body.code).toBe('not_verified')
  })

  test('takes the homes of the staff wherever they are', async ({ t }) => {
    const { home } = await scene(t)
    const support = await t.user({ role: 'support' })
    const key = await makeKey(t, support, { property_ids: [home.toUpperCase()] })
    const { data } = (await t.call('GET', '/seasons-test', undefined, key)).body
    expect(data).toEqual([])
    expect((await t.call('GET', `/properties/${home}`, undefined, key)).status).toBe(200)
  })
})

test.extend({ env: { API_KEYS_PER_ACCOUNT: '2' } })('no more keys than allowed are made at once', async ({ t }) => {
  const owner = await t.user()
  const made = await Promise.all(
    [1, 2, 3, 4].map(() => t.call('POST', BASE, { name: 'x', scopes: ['calendar.read'] }, owner)),
  )
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
})

describe('a key that is no good', () => {
  test('is 401 everywhere, on public routes too, and a stale token is still nobody there', async ({ t }) => {
    const { owner, home } = await scene(t)
    const expired = await makeKey(t, owner)
    await t.db`update api_keys set expires_at = now() - interval '1 second'`
    const unknown = { token: `sj_live_${'x'.repeat(43)}` }
    for (const key of [expired, unknown, { token: 'sj_live_' }, { token: 'sj_' }])
      for (const path of [`/properties/${home}`, '/properties/search', '/hi', '/get-countries', '/user']) {
        const { status, body, headers } = await t.call('GET', path, undefined, key)
        expect([status, body.code, headers['www-authenticate']], path).toEqual([
          401,
          'invalid_token',
          'Bearer error="invalid_token"',
        ])
      }
    const stale = await t.call('GET', `/properties/${home}`, undefined, { token: 'stale' })
    expect(stale.status).toBe(200)
  })

  alone('ends with its account, and loses what the role has given', async ({ t }) => {
    const { home } = await scene(t)
    const support = await t.user({ role: 'support' })
    const key = await makeKey(t, support)
    const seen = () => t.call('GET', '/reservations?as=all', undefined, key)
    expect((await seen()).status).toBe(200)
    await t.db`update users set role = 'user' where id = ${support.id}`
    expect((await seen()).status).toBe(403)
    expect((await t.call('PUT', `/properties/${home}`, { title: 'x' }, key)).status).toBe(404)
    const { status } = await t.call('DELETE', '/user', { current_password: PASSWORD }, support)
    expect(status).toBe(200)
    expect((await seen()).status).toBe(401)
    expect(await t.db`select from api_keys where user_id = ${support.id}`).toEqual([])
  })
})

isolated('its use is written once a minute, and counted by key', async ({ t }) => {
  const owner = await t.user()
  const key = await makeKey(t, owner)
  const used = async () => (await t.call('GET', BASE, undefined, owner)).body.data[0].last_used_at
  await t.call('GET', MINE, undefined, key)
  await expect.poll(used).not.toBeNull()
  const first = await used()
  await t.call('GET', MINE, undefined, key)
  await t.call('GET', '/user', undefined, key)
  await t.call('GET', MINE, undefined, { token: `sj_live_${'x'.repeat(43)}` })
  expect(await used()).toBe(first)
  const metrics = (await t.app.inject('/metrics')).body
  expect(metrics).toContain(`api_key_requests_total{key="${key.id}",outcome="ok"} 2`)
  expect(metrics).toContain(`api_key_requests_total{key="${key.id}",outcome="refused"} 1`)
  expect(metrics).toContain('api_key_requests_total{key="unknown",outcome="refused"} 1')
})
