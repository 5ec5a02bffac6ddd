import { describe, expect, test as plain } from 'vitest'
import { deviceOf } from '../../../src/accounts/sessions/device.ts'
import { login } from '../../support/accounts.ts'
import { PASSWORD, type TestApp, type TestUser, test } from '../../support/app.ts'
import { client, ownSignature } from '../../support/sockets.ts'

const sessions = async (t: TestApp, user: { token: string }) =>
  (await t.call('GET', '/auth/sessions', undefined, user)).body.data

/** A sign-in of a browser. */
async function signIn(t: TestApp, user: TestUser, agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0') {
  const credentials = { login: user.email, password: PASSWORD }
  const { body } = await t.call('POST', '/auth/login', credentials, { headers: { 'user-agent': agent } })
  return { ...user, token: String(body.data.token) }
}

describe('sessions', () => {
  test('each is shown with device, address and time, and one ends at once, everywhere, with its sockets', async ({
    t,
  }) => {
    const user = await t.user()
    const [laptop, phone] = [await signIn(t, user), await signIn(t, user, 'SejourApp/3.2 (iPhone)')]
    const shown = await sessions(t, laptop)
    expect(shown).toMatchObject([
      { device: 'iOS', address: '127.0.0.1', is_current: false },
      { device: 'Firefox, Linux', address: '127.0.0.1', is_current: true },
    ])
    const other = await t.node()
    const socket = await client(other.app)
    socket.send({ event: 'pusher:subscribe', data: await ownSignature(t, phone, socket.id) })
    expect((await socket.read()).event).toBe('pusher_internal:subscription_succeeded')

    const [{ id }] = shown
    const stranger = await t.user()
    expect((await t.call('DELETE', `/auth/sessions/${id}`, undefined, stranger)).status).toBe(404)
    expect((await t.call('DELETE', `/auth/sessions/${id}`, undefined, laptop)).status).toBe(200)
    expect(await socket.closed).toBe(4200)
    for (const call of [t.call, other.call]) {
      expect((await call('GET', '/user', undefined, phone)).status).toBe(401)
      expect((await call('POST', '/auth/refresh', undefined, phone)).status).toBe(401)
      expect((await call('GET', '/user', undefined, laptop)).status).toBe(200)
    }
    expect((await t.call('DELETE', `/auth/sessions/${id}`, undefined, laptop)).status).toBe(404)
    expect(await sessions(t, laptop)).toHaveLength(1)
  })

  test('go on with a refresh and a new password, which ends the others; fifty at most, without those that logged out', async ({
    t,
  }) => {
    const user = await t.user()
    await t.call('POST', '/auth/logout', undefined, await signIn(t, user))
    const [first, second] = [await signIn(t, user), await signIn(t, user)]
    const { newToken: token } = (await t.call('POST', '/auth/refresh', undefined, second)).body
    expect(await sessions(t, { token })).toHaveLength(2)
    const change = { password: 'another horse', password_confirmation: 'another horse', current_password: PASSWORD }
    const renewed = (await t.call('PUT', '/user', change, { token })).body.data
    expect((await t.call('GET', '/user', undefined, first)).status).toBe(401)
    expect(await sessions(t, renewed)).toMatchObject([{ is_current: true }])
    await t.db`
      insert into sessions (sid, user_id, token_version, address, created_at, seen_at, expires_at)
      select gen_random_uuid(), ${user.id}, 2, '::1', now(), now() - interval '1 hour', now() + interval '1 day' from generate_series(1, 60)`
    await login(t, user.email, 'another horse')
    expect(await t.db`select from sessions where user_id = ${user.id}`).toHaveLength(50)
    expect(await t.db`select from ended_sessions where user_id = ${user.id}`).toHaveLength(14 + 1)
  })

  test('a sign-in from somewhere new is mailed, but not the first of all, and not the second from there', async ({
    t,
  }) => {
    const user = await t.user({ locale: 'en' })
    await signIn(t, user)
    await signIn(t, user)
    await t.drain()
    expect(await t.mails(user.email)).toEqual([])
    await t.db`update familiar_addresses set address = '192.0.2.1' where user_id = ${user.id}`
    await t.db`update sessions set address = '192.0.2.1' where user_id = ${user.id}`
    await signIn(t, user)
    await signIn(t, user)
    await t.drain()
    const [mail, ...others] = await t.mails(user.email)
    expect([mail?.subject, others]).toEqual(['New sign-in to your account', []])
    expect(mail?.text).toMatch(/Firefox, Linux, address 127\.0\.0\.1, on \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  })

  plain('devices have names that people know', () => {
    expect(
      deviceOf('Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0'),
    ).toBe('Edge, Windows')
    expect(
      deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1'),
    ).toBe('Safari, iOS')
    expect(deviceOf('curl/8.11.1')).toBe('curl/8.11.1')
    expect([deviceOf(undefined), deviceOf(' ')]).toEqual([null, null])
  })
})
