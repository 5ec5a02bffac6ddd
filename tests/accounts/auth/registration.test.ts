import { describe, expect } from 'vitest'
import { login, REGISTRATION, register } from '../../support/accounts.ts'
import { alone, isolated, type TestApp, test } from '../../support/app.ts'

const FIXED_MESSAGE = 'Veuillez remplir correctement tous les champs obligatoires.'

/** Account that a login opens, or the status of its refusal. */
async function owner(t: TestApp, name: string, password: string) {
  const { status, body } = await login(t, name, password)
  return status === 201 ? (await t.db`select username from users where id = ${body.data.id}`)[0]?.username : status
}

describe('POST /auth/register', () => {
  test('creates the account, answers 201 with user and token, and mails the verification', async ({ t }) => {
    const { status, body } = await register(t)
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        user: { id: expect.any(Number), username: 'grace', email: 'grace@example.org' },
        token: expect.any(String),
        expires_at: expect.stringMatching(/Z$/),
      },
    })
    const me = await t.call('GET', '/user', undefined, { token: body.data.token })
    expect(me.body.data).toMatchObject({
      email_verified: false,
      role: 'user',
      phone: '+1 212-555-0100',
      country_id: 'US',
      avatar: null,
    })
    await t.drain()
    const [mail] = await t.mails('grace@example.org')
    expect(mail?.subject).toBe('Confirmez votre adresse e-mail')
    const [row] = await t.db`select password_hash from users where username = 'grace'`
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/)
  })

  test('names every missing field, in the language that was asked for', async ({ t }) => {
    const french = await t.form('/auth/register', { job: 'x' })
    expect(french.status).toBe(400)
    expect(french.body.message).toBe(FIXED_MESSAGE)
    const required = ['username', 'first_name', 'last_name', 'country_id', 'email', 'password', 'password_confirmation']
    expect(Object.keys(french.body.data).sort()).toEqual(required.sort())
    expect(french.body.data.username).toEqual(['Ce champ est obligatoire.'])
    const english = await t.form('/auth/register', { job: 'x' }, { locale: 'en' })
    expect(english.body.data.username).toEqual(['This field is required.'])
  })

  isolated.for([
    ['password', { password: '12345', password_confirmation: '12345' }],
    ['password_confirmation', { password_confirmation: 'different' }],
    ['email', { email: 'not an address' }],
    ['country_id', { country_id: 'XX' }],
    ['username', { username: 'a\u0007b' }],
    ['username', { username: 'x'.repeat(101) }],
    ['first_name', { first_name: '\u202e\r\n' }],
    ['username', { username: 'grace\u3164' }],
    ['phone', { phone: '1'.repeat(33) }],
    ['job', { job: 'x'.repeat(1_001) }],
  ] as const)('refuses a wrong %s with a message on that field', async ([field, changes], { t }) => {
    const { status, body } = await register(t, changes)
    expect(status).toBe(400)
    expect(Object.keys(body.data)).toEqual([field])
    expect(body.data[field][0].length).toBeGreaterThan(5)
  })

  isolated('says at once all that is wrong, malformed, unknown and taken', async ({ t }) => {
    const known = await t.user()
    const { status, body } = await register(t, {
      email: known.email,
      username: known.username,
      country_id: 'XX',
      password: 'short',
      password_confirmation: 'short',
      first_name: '',
    })
    expect([status, body.errors]).toEqual([
      400,
      {
        email: [{ code: 'email_taken' }],
        username: [{ code: 'username_taken' }],
        country_id: [{ code: 'unknown' }],
        password: [{ code: 'too_short', limit: 6 }],
        first_name: [{ code: 'required' }],
      },
    ])
  })

  isolated('a network learns of a hundred taken addresses a day, and an account of a hundred', async ({ t }) => {
    const known = await t.user()
    await register(t, { email: known.email })
    const [network] = await t.db<{ key: string; count: number }[]>`
      select key, count from attempt_counters where key like 'taken for %'`
    expect(network).toMatchObject({ count: 1 })
    await t.db`update attempt_counters set count = 99 where key like 'taken for %'`
    expect((await register(t, { email: known.email })).body.errors).toEqual({ email: [{ code: 'email_taken' }] })
    const late = await register(t, { email: known.email })
    expect([late.status, late.body.code]).toEqual([429, 'too_many_requests'])
    // A free address with another mistake is answered like a taken one.
    expect((await register(t, { first_name: '' })).status).toBe(429)
    expect((await register(t, { email: known.email, first_name: '' })).status).toBe(429)
    expect((await register(t)).status).toBe(201)
    const other = await t.user()
    const change = async (changes: object) => (await t.call('PUT', '/user', changes, other)).status
    expect(await change({ username: known.username })).toBe(400)
    await t.db`update attempt_counters set count = 100 where key = ${`taken for ${other.id}`}`
    const identifiers = [{ username: known.username }, { username: 'nobody' }, { phone: '+33 6 12 34 56 99' }]
    for (const changes of identifiers) expect(await change(changes)).toBe(429)
    expect(await change({ username: known.username, first_name: '' })).toBe(429)
    expect(await change({ username: 'nobody', first_name: '' })).toBe(429)
    expect(await change({ email: 'nobody@example.org', current_password: 'wrong' })).toBe(429)
    expect(await change({ first_name: 'Grace' })).toBe(200)
    expect(await change({ first_name: '' })).toBe(400)
  })

  test('an e-mail, username or phone in use is a field error, whatever its case or spacing', async ({ t }) => {
    await register(t)
    const { status, body } = await register(t, {
      email: 'GRACE@example.org',
      username: 'Grace',
      phone: '+1 (212) 555 0100',
    })
    expect(status).toBe(400)
    expect(Object.keys(body.data).sort()).toEqual(['email', 'phone', 'username'])
    expect(body.data.email).toEqual(['Cette adresse e-mail est déjà utilisée.'])
  })

  alone('takes what the specification calls a text', async ({ t }) => {
    const long = 'é'.repeat(1_000)
    const people = [
      { username: 'Marie Curie', phone: 'ask at the desk', job: long, password: long, password_confirmation: long },
      { username: 'xi', phone: '12' },
      { username: 'ada@example.org', phone: 'ask at the desk' },
      { username: '0612345678', phone: '+1 (212) 555-0100 ext. 7' },
      { username: 'x'.repeat(100), phone: ' (02) 40.12-34/56 ' },
    ]
    for (const [index, person] of people.entries()) {
      const { status, body } = await register(t, { ...person, email: `p${index}@example.org` })
      expect([status, body.data?.user?.username], JSON.stringify(body)).toEqual([201, person.username])
      const shown = (await t.call('GET', '/user', undefined, { token: body.data.token })).body.data
      expect(shown.phone).toBe(person.phone.trim())
    }
    const numbers = await t.db<{ phone_number: string | null }[]>`select phone_number from users order by id`
    expect(numbers.map(({ phone_number }) => phone_number)).toEqual([null, null, null, null, '0240123456'])
  })

  alone('a login is an address, a number or a username, and never another’s', async ({ t }) => {
    const password = 'cobol60'
    const bob = { username: 'bob', email: 'bob@example.org', phone: '06 11 22 33 44' }
    await register(t, { ...bob, password: 'password of bob', password_confirmation: 'password of bob' })
    // Whoever calls themselves by the address or the number of another gets in by neither.
    for (const [index, username] of ['BOB@example.org', '0611223344', 'eve'].entries())
      expect((await register(t, { username, email: `eve${index}@example.org`, phone: 'none' })).status).toBe(201)
    await t.db`update users set email_verified_at = now()`
    for (const name of ['bob@example.org', 'BOB@example.org', '0611223344', '06 11-22.33 44', 'Bob']) {
      expect(await owner(t, name, 'password of bob'), name).toBe('bob')
      expect(await owner(t, name, password), name).toBe(401)
    }
    expect(await owner(t, 'eve', password)).toBe('eve')
    expect(await owner(t, 'eve0@example.org', password)).toBe('BOB@example.org')
  })

  alone('a number opens the account whose phone it is, also when another takes it as a username', async ({ t }) => {
    expect((await register(t, { username: 'late', email: 'late@example.org', phone: '+49 30 123456' })).status).toBe(
      201,
    )
    expect((await register(t, { username: '+4930123456', email: 'mallory@example.org', phone: '' })).status).toBe(201)
    await t.db`update users set email_verified_at = now()`
    expect(await owner(t, '+49 30 123456', 'cobol60')).toBe('late')
  })

  isolated('twenty registrations of one number at once, however it is written, make one account', async ({ t }) => {
    const spellings = ['+12125550100', '+1 212 555 0100', '+1 (212) 555-0100', '+1.212.555.0100']
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        register(t, { username: `g${index}`, email: `g${index}@example.org`, phone: spellings[index % 4] ?? '' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 201))
      expect([status, body.data]).toEqual([400, { phone: ['Ce numéro de téléphone est déjà utilisé.'] }])
  })

  isolated('twenty registrations of one address at once make one account', async ({ t }) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        register(t, { username: `grace${index}`, phone: `+12125550${100 + index}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(400)
      expect(body.data).toEqual({ email: ['Cette adresse e-mail est déjà utilisée.'] })
    }
  })

  test('is multipart/form-data and nothing else', async ({ t }) => {
    expect((await t.call('POST', '/auth/register', REGISTRATION)).status).toBe(415)
    expect((await t.call('POST', '/auth/register', undefined)).status).toBe(415)
    const broken = await t.call('POST', '/auth/register', 'no boundary', {
      headers: { 'content-type': 'multipart/form-data' },
    })
    expect([broken.status, broken.body.success]).toEqual([400, false])
    const cut = await t.call('POST', '/auth/register', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb', {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect([cut.status, cut.body.success]).toEqual([400, false])
  })

  isolated('a role or a verification cannot be smuggled in', async ({ t }) => {
    const { body } = await register(t, { role: 'admin', email_verified_at: '2020-01-01', id: '1' })
    const me = await t.call('GET', '/user', undefined, { token: body.data.token })
    expect(me.body.data).toMatchObject({ role: 'user', email_verified: false })
  })
})
