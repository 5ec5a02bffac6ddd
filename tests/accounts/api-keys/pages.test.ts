import { describe, expect } from 'vitest'
import { KEY_SCOPES } from '../../../src/accounts/scopes.ts'
import { inDays, isolated, PASSWORD, type TestApp, test } from '../../support/app.ts'
import { makeKey } from '../../support/keys.ts'

const ORIGIN = 'https://homes.example'
const PAGE = `${ORIGIN}/thanks`
const ALLOWED = 'access-control-allow-origin'

const stayIn = (property_id: string) => ({ property_id, check_in: inDays(30), check_out: inDays(33), adults: 2 })

describe('pages of the origins of a publishable key', () => {
  isolated('take a guest from the sign-in to the payment, until the key is deleted', async ({ t }) => {
    const [owner, guest] = [await t.user(), await t.user()]
    const home = await t.home(owner)
    const key = await makeKey(t, owner, { kind: 'publishable', origins: [ORIGIN] })
    const headers = { origin: ORIGIN }
    const send = async (method: string, url: string, body?: unknown, token?: string) => {
      const answer = await t.call(method, url, body, { headers, ...(token && { token }) })
      expect(answer.headers, url).not.toHaveProperty('access-control-allow-credentials')
      return { ...answer, isReadable: answer.headers[ALLOWED] === ORIGIN }
    }
    const login = await send('POST', '/auth/login', { login: guest.email, password: PASSWORD })
    expect([login.status, login.isReadable]).toEqual([201, true])
    const { token } = login.body.data
    const quote = await send('POST', '/quotes', stayIn(home), token)
    expect([quote.status, quote.isReadable]).toEqual([200, true])
    const confirm = `/quotes/confirm?quote_id=${quote.body.data.quote_id}&return_url=${encodeURIComponent(PAGE)}`
    const held = await send('GET', confirm, undefined, token)
    expect([held.status, held.isReadable]).toEqual([200, true])
    const [session] = t.standin.store.list('checkout.session')
    expect(session?.success_url).toBe(`${PAGE}?session_id={CHECKOUT_SESSION_ID}`)
    t.pay(held.body.data.payment_url)
    const verified = await send('GET', `/quotes/payment/verify?session_id=${session?.id}`)
    expect([verified.body.data.status, verified.isReadable]).toEqual(['paid', true])
    expect((await send('GET', '/policies/index')).isReadable).toBe(true)
    expect((await send('POST', '/auth/login', { login: guest.email, password: 'wrong' })).isReadable).toBe(true)

    // Routes that guests do not need there stay closed.
    expect((await send('GET', '/api-keys', undefined, token)).isReadable).toBe(false)
    expect((await send('GET', '/audit', undefined, token)).isReadable).toBe(false)
    const elsewhere = { headers: { origin: 'https://other.example' } }
    expect((await t.call('GET', '/policies/index', undefined, elsewhere)).headers).not.toHaveProperty(ALLOWED)

    await t.call('DELETE', `/api-keys/${key.id}`, undefined, owner)
    expect((await send('GET', '/policies/index')).isReadable).toBe(false)
    const late = await send(
      'POST',
      '/reservations',
      { ...stayIn(home), check_in: inDays(60), check_out: inDays(62), return_url: PAGE },
      token,
    )
    expect([late.status, late.body.errors]).toEqual([400, { return_url: [{ code: 'return_url' }] }])
  })

  test('are returned to from homes of the key only', async ({ t }) => {
    const [owner, stranger, guest] = [await t.user(), await t.user(), await t.user()]
    const [home, other, foreign] = [await t.home(owner), await t.home(owner), await t.home(stranger)]
    await makeKey(t, owner, { kind: 'publishable', origins: [ORIGIN], property_ids: [home] })
    const hold = async (id: string) =>
      (await t.call('POST', '/reservations', { ...stayIn(id), return_url: PAGE }, guest)).status
    expect([await hold(home), await hold(other), await hold(foreign)]).toEqual([201, 400, 400])
    expect(await t.db`select from reservations where guest_id = ${guest.id}`).toHaveLength(1)
  })
})

describe('a change of a key', () => {
  const change = (t: TestApp, id: string, body: unknown, user: { token: string }) =>
    t.call('PATCH', `/api-keys/${id}`, body, user)

  test('renames it and takes scopes away, but adds none', async ({ t }) => {
    const [owner, stranger] = [await t.user(), await t.user()]
    const key = await makeKey(t, owner, { scopes: ['events.read', 'reservations.read'] })
    const changed = await change(t, key.id, { name: 'Cleaning', scopes: ['events.read'] }, owner)
    expect(changed.body.data).toMatchObject({ name: 'Cleaning', scopes: ['events.read'] })
    expect((await t.call('GET', '/reservations', undefined, key)).status).toBe(403)
    for (const [body, field] of [
      [{ scopes: ['events.read', 'reservations.read'] }, 'scopes'],
      [{ scopes: KEY_SCOPES }, 'scopes'],
      [{ scopes: [] }, 'scopes'],
      [{ origins: [ORIGIN] }, 'origins'],
      [{ name: '' }, 'name'],
    ] as const) {
      const refused = await change(t, key.id, body, owner)
      expect([refused.status, Object.keys(refused.body.data)]).toEqual([400, [field]])
    }
    expect((await change(t, key.id, { name: 'x' }, stranger)).status).toBe(404)
    expect((await change(t, key.id, { name: 'x' }, key)).status).toBe(403)
    const { data } = (await t.call('GET', '/audit?action=api_key.changed', undefined, owner)).body
    expect(data).toMatchObject([{ object_id: key.id, changes: { name: ['Accounting', 'Cleaning'] } }])
  })

  isolated('moves a publishable key to other origins at once', async ({ t }) => {
    const owner = await t.user()
    const key = await makeKey(t, owner, { kind: 'publishable', origins: [ORIGIN] })
    const origins = ['https://new.example']
    expect((await change(t, key.id, { origins }, owner)).body.data.origins).toEqual(origins)
    const readable = async (origin: string) =>
      ALLOWED in (await t.call('GET', '/policies/index', undefined, { headers: { origin } })).headers
    expect([await readable(ORIGIN), await readable('https://new.example')]).toEqual([false, true])
  })

  test('of scopes never gives one back, however changes race', async ({ t }) => {
    const owner = await t.user()
    const key = await makeKey(t, owner, { scopes: ['events.read', 'reservations.read', 'messages.read'] })
    const wanted = [['events.read'], ['events.read', 'reservations.read'], ['events.read', 'messages.read']]
    const answers = await Promise.all(wanted.map((scopes) => change(t, key.id, { scopes }, owner)))
    const { data } = (await t.call('GET', '/api-keys', undefined, owner)).body
    const granted = wanted.filter((_, index) => answers[index]?.status === 200)
    // Only a subset of every granted change is left.
    for (const scopes of granted) expect(scopes).toEqual(expect.arrayContaining(data[0].scopes))
  })
})
