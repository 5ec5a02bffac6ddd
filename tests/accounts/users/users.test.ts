import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { linkIn, login } from '../../support/accounts.ts'
import { alone, inDays, isolated, PASSWORD, type TestApp, type TestUser, test } from '../../support/app.ts'

const put = (t: TestApp, user: { token: string }, body: object) => t.call('PUT', '/user', body, user)
const avatars = (t: TestApp) => readdir(path.join(t.app.config.dataDir, 'storage/avatars')).catch(() => [])

const book = (t: TestApp, guest: TestUser, property_id: string) =>
  t.call('POST', '/reservations', { property_id, check_in: inDays(5), check_out: inDays(7) }, guest)

describe('PUT /user', () => {
  test('changes a part and keeps the rest', async ({ t }) => {
    const user = await t.user()
    const changes = { first_name: 'Augusta', job: 'Analyst', phone: '+33 6 11 22 33 44', locale: 'en' }
    const { status, body } = await put(t, user, changes)
    const greedy = await put(t, user, { job: 'Admin', role: 'admin', email_verified: true })
    expect([greedy.status, Object.keys(greedy.body.errors)]).toEqual([400, ['role', 'email_verified']])
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      first_name: 'Augusta',
      last_name: 'Lovelace',
      job: 'Analyst',
      phone: '+33 6 11 22 33 44',
      locale: 'en',
      role: 'user',
    })
    expect((await put(t, user, { job: null })).body.data.job).toBeNull()
    expect((await put(t, user, {})).status).toBe(200)
  })

  test('names what is wrong or taken', async ({ t }) => {
    const [user, other] = [await t.user(), await t.user()]
    const fields = async (body: object) => {
      const answer = await put(t, user, body)
      expect(answer.status).toBe(400)
      return Object.keys(answer.body.data)
    }
    expect(await fields({ username: other.username.toUpperCase() })).toEqual(['username'])
    expect(await fields({ email: other.email, current_password: PASSWORD })).toEqual(['email'])
    expect(await fields({ country_id: 'XX' })).toEqual(['country_id'])
    expect(await fields({ first_name: '', phone: '1'.repeat(33) })).toEqual(['first_name', 'phone'])
    expect(await fields({ password: 'new password', password_confirmation: 'new password' })).toEqual([
      'current_password',
    ])
    expect(
      await fields({ password: 'new password', password_confirmation: 'new password', current_password: 'wrong' }),
    ).toEqual(['current_password'])
    expect(await fields({ password: 'new password', current_password: PASSWORD })).toEqual(['password_confirmation'])
  })

  test('a new password voids every token and answers with a fresh one', async ({ t }) => {
    const user = await t.user()
    const { body } = await put(t, user, {
      current_password: PASSWORD,
      password: 'new password',
      password_confirmation: 'new password',
    })
    expect((await t.call('GET', '/user', undefined, user)).status).toBe(401)
    expect((await t.call('GET', '/user', undefined, body.data)).status).toBe(200)
    expect([(await login(t, user.email)).status, (await login(t, user.email, 'new password')).status]).toEqual([
      401, 201,
    ])
  })

  test('a new address counts from its verification on', async ({ t }) => {
    const user = await t.user()
    expect((await put(t, user, { email: 'new@example.org' })).body.data).toHaveProperty('current_password')
    const { body } = await put(t, user, { email: 'new@example.org', current_password: PASSWORD })
    expect(body.data).toMatchObject({ email: user.email, email_verified: true })
    await t.drain()
    const [mail] = await t.mails('new@example.org')
    expect([(await login(t, user.email)).status, (await login(t, 'new@example.org')).status]).toEqual([201, 401])
    expect((await t.call('GET', `/auth/verify-email?token=${linkIn(mail?.text ?? '')}`)).status).toBe(200)
    expect([(await login(t, user.email)).status, (await login(t, 'new@example.org')).status]).toEqual([401, 201])
  })

  isolated('an address that somebody else took meanwhile is refused, not a failure', async ({ t }) => {
    const user = await t.user()
    await put(t, user, { email: 'new@example.org', current_password: PASSWORD })
    await t.db`update users set email = 'new@example.org' where id = ${(await t.user()).id}`
    await t.drain()
    const [mail] = await t.mails('new@example.org')
    expect((await t.call('GET', `/auth/verify-email?token=${linkIn(mail?.text ?? '')}`)).status).toBe(409)
  })

  test('five mails an hour to one new address, whoever asks: then 429, and the change before stays', async ({ t }) => {
    const [one, two] = [await t.user(), await t.user()]
    const ask = (user: { token: string }) => put(t, user, { email: 'victim@example.org', current_password: PASSWORD })
    const answers = []
    for (let count = 0; count < 8; count++) answers.push(await ask(count % 2 ? one : two))
    expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill(200), ...Array(3).fill(429)])
    expect(Number(answers[7]?.headers['retry-after'])).toBeGreaterThan(3_000)
    await t.drain()
    const mails = await t.mails('victim@example.org')
    expect(mails).toHaveLength(5)
    // Mails arrive in any order: of the last two links, the first one that is opened gets the address.
    const followed = []
    for (const { text } of mails)
      followed.push((await t.call('GET', `/auth/verify-email?token=${linkIn(text)}`)).status)
    expect(followed.toSorted()).toEqual([200, 400, 400, 400, 409])
  })

  test('a name is one line that shows what it has', async ({ t }) => {
    const user = await t.user()
    for (const name of ['a\nb', 'a\u0007b', 'a\u202eb', 'a\u2066b']) {
      for (const field of ['first_name', 'last_name'])
        expect((await put(t, user, { [field]: name })).body.data, name).toMatchObject({ [field]: 'a b' })
    }
    const names = { first_name: 'Zoë-Ñ’ 李', last_name: 'O’Brien: مريم' }
    expect((await put(t, user, names)).body.data).toMatchObject(names)
  })

  alone(
    'ten wrong current passwords, here or to erase, also at once, close both for a while; right ones do not count',
    async ({ t }) => {
      const [user, other] = [await t.user(), await t.user()]
      const change = (current_password: string, who = user) =>
        put(t, who, { email: `b-${who.id}@example.org`, current_password })
      expect((await change(PASSWORD)).status).toBe(200)
      const guesses = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 ? change('wrong') : t.call('DELETE', '/user', { current_password: 'wrong' }, user),
        ),
      )
      expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), ...Array(10).fill(429)])
      const closed = [await change(PASSWORD), await t.call('DELETE', '/user', { current_password: PASSWORD }, user)]
      expect(closed.map(({ status }) => status)).toEqual([429, 429])
      expect(Number(closed[0]?.headers['retry-after'])).toBeGreaterThan(0)
      expect((await put(t, user, { first_name: 'Grace' })).status).toBe(200)
      expect((await change(PASSWORD, other)).status).toBe(200)
      await t.db`update attempt_counters set ends_at = now() - interval '1 second'`
      expect((await change(PASSWORD)).status).toBe(200)
    },
  )

  test('an avatar replaces the one before', async ({ t }) => {
    const user = await t.user()
    const image = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const upload = () => {
      const boundary = 'x'
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n`
      const body = Buffer.concat([Buffer.from(head), image, Buffer.from(`\r\n--${boundary}--\r\n`)])
      return t.call('PUT', '/user', body, {
        token: user.token,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      })
    }
    const first = (await upload()).body.data.avatar
    const second = (await upload()).body.data.avatar
    expect(first).not.toBe(second)
    expect(await avatars(t)).toEqual([path.basename(second)])
  })

  test('ten changes of different fields at once all last', async ({ t }) => {
    const user = await t.user()
    await Promise.all(
      [{ first_name: 'A' }, { last_name: 'B' }, { job: 'C' }, { location: 'D' }, { locale: 'en' }].map((body) =>
        put(t, user, body),
      ),
    )
    expect((await t.call('GET', '/user', undefined, user)).body.data).toMatchObject({
      first_name: 'A',
      last_name: 'B',
      job: 'C',
      location: 'D',
      locale: 'en',
    })
  })
})

test('of two who take one phone or one username at once, one gets it and the other is told so', async ({ t }) => {
  const users = await Promise.all(Array.from({ length: 8 }, () => t.user()))
  for (const [field, value] of [
    ['phone', '+33612345678'],
    ['username', 'wanted'],
  ] as const) {
    const answers = await Promise.all(users.map((user) => put(t, user, { [field]: value })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, Object.keys(body.data)]).toEqual([400, [field]])
  }
})

describe('DELETE /user', () => {
  test('erases the person, keeps the books, frees address and name', async ({ t }) => {
    const [owner, user] = [await t.user(), await t.user()]
    const booked = await book(t, user, await t.home(owner))
    await t.call('POST', `/reservations/${booked.body.data.reservation_id}/cancel`, {}, user)
    expect((await t.call('DELETE', '/user', { current_password: 'wrong' }, user)).status).toBe(400)
    expect((await t.call('DELETE', '/user', undefined, user)).status).toBe(400)
    expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, user)).status).toBe(200)
    expect((await t.call('GET', '/user', undefined, user)).status).toBe(401)
    expect((await login(t, user.email)).status).toBe(401)
    const [row] = await t.db`select * from users where id = ${user.id}`
    expect(JSON.stringify(row)).not.toMatch(/Ada|Lovelace|user\d@/)
    expect(await t.db`select from reservations where guest_id = ${user.id}`).toHaveLength(1)
    expect(await t.db`select from notifications where user_id = ${user.id}`).toHaveLength(0)
    const again = await t.form('/auth/register', {
      username: user.username,
      email: user.email,
      first_name: 'x',
      last_name: 'y',
      country_id: 'FR',
      password: 'secret1',
      password_confirmation: 'secret1',
    })
    expect(again.status).toBe(201)
  })

  test('is not kept up by somebody who registered what an erased account might be called', async ({ t }) => {
    const [user, stranger] = [await t.user(), await t.user()]
    const name = `deleted-${user.id}`
    await t.db`update users set username = ${name}, email = ${`${name}@deleted.invalid`} where id = ${stranger.id}`
    expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, user)).status).toBe(200)
  })

  test('waits for stays that are owed, as guest or as owner; homes leave the market', async ({ t }) => {
    const [owner, guest] = [await t.user(), await t.user()]
    const home = await t.home(owner)
    const { body } = await book(t, guest, home)
    for (const user of [owner, guest])
      expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, user)).status).toBe(409)
    await t.call('POST', `/reservations/${body.data.reservation_id}/cancel`, {}, guest)
    expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, owner)).status).toBe(200)
    expect((await t.call('GET', `/properties/${home}`)).status).toBe(404)
  })
})

test('what others are shown of a person changes fifty times a day at most: each of their homes and stays tells of it', async ({
  t,
}) => {
  const user = await t.user()
  await t.db`insert into attempt_counters values (${`changes shown of ${user.id}`}, 49, now() + interval '1 hour')`
  const put = async (changes: object) => (await t.call('PUT', '/user', changes, user)).status
  expect([
    await put({ first_name: 'Ana' }),
    await put({ first_name: 'Ana', job: 'x' }),
    await put({ first_name: 'Eva' }),
  ]).toEqual([200, 200, 429])
})

test('GET /user/export gives all of one’s own data, no secrets, nothing of others', async ({ t }) => {
  const [owner, user] = [await t.user(), await t.user()]
  await book(t, user, await t.home(owner))
  const { status, body } = await t.call('GET', '/user/export', undefined, user)
  expect(status).toBe(200)
  expect(Object.keys(body.data).sort().join(' ')).toBe(
    [
      'api_keys arrivals audit authenticators blocked_users calendar_days calendar_feeds change_requests',
      'closures company contracts conversation_reports favorites identities imported_homes imported_stays invoices login_addresses',
      'memberships message_templates messages notifications passkeys payment_methods payments policy_acceptances',
      'profile properties property_photos recovery_codes refunds reservations reviews seasons sellers sessions',
      'settings stay_messages subscriptions supplements tasks team team_invitations webhook_endpoints',
      'webhook_subscriptions',
    ].join(' '),
  )
  expect(body.data.profile.email).toBe(user.email)
  expect(body.data.reservations).toHaveLength(1)
  expect(JSON.stringify(body)).not.toMatch(/argon2|token_version|checkout_url/)
  expect(JSON.stringify(body)).not.toContain(owner.email)
  expect((await t.call('GET', '/user/export')).status).toBe(401)
})
