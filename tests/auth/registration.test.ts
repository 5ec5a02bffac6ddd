import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { test as base, describe, expect } from 'vitest'
import { startApp, type TestApp, test } from '../support/app.ts'

const FIXED_MESSAGE = 'Veuillez remplir correctement tous les champs obligatoires.'

const form = (changes: Record<string, string> = {}) => ({
  username: 'grace',
  first_name: 'Grace',
  last_name: 'Hopper',
  country_id: 'US',
  email: 'grace@example.org',
  phone: '+1 212-555-0100',
  password: 'cobol60',
  password_confirmation: 'cobol60',
  ...changes,
})

const picture = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer()

const register = (t: TestApp, changes: Record<string, string | Blob> = {}) =>
  t.form('/auth/register', { ...form(), ...changes })

const codeOf = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? ''
const linkOf = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

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

  test.for([
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

  test('takes what the specification calls a text', async ({ t }) => {
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

  test('a login is an address, a number or a username, and never another’s', async ({ t }) => {
    const password = 'cobol60'
    const bob = { username: 'bob', email: 'bob@example.org', phone: '06 11 22 33 44' }
    await register(t, { ...bob, password: 'password of bob', password_confirmation: 'password of bob' })
    // Whoever calls themselves by the address or the number of another gets in by neither.
    for (const [index, username] of ['BOB@example.org', '0611223344', 'eve'].entries())
      expect((await register(t, { username, email: `eve${index}@example.org`, phone: 'none' })).status).toBe(201)
    await t.db`update users set email_verified_at = now()`
    const login = async (name: string, secret: string) => {
      const { status, body } = await t.call('POST', '/auth/login', { login: name, password: secret })
      return status === 201 ? (await t.db`select username from users where id = ${body.data.id}`)[0]?.username : status
    }
    for (const name of ['bob@example.org', 'BOB@example.org', '0611223344', '06 11-22.33 44', 'Bob']) {
      expect(await login(name, 'password of bob'), name).toBe('bob')
      expect(await login(name, password), name).toBe(401)
    }
    expect(await login('eve', password)).toBe('eve')
    expect(await login('eve0@example.org', password)).toBe('BOB@example.org')
    // A number that came first is another's as well, once it is somebody's phone.
    expect((await register(t, { username: 'late', email: 'late@example.org', phone: '+49 30 123456' })).status).toBe(
      201,
    )
    expect((await register(t, { username: '+4930123456', email: 'mallory@example.org', phone: '' })).status).toBe(201)
    await t.db`update users set email_verified_at = now()`
    expect(await login('+49 30 123456', password)).toBe('late')
  })

  test('twenty registrations of one number at once, however it is written, make one account', async ({ t }) => {
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

  test('twenty registrations of one address at once make one account', async ({ t }) => {
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

  test.for(['png', 'jpeg', 'webp'] as const)(
    'a %s avatar is recognised by its bytes, re-encoded and served',
    async (format, { t }) => {
      const { status, body } = await register(t, {
        avatar: new Blob([new Uint8Array(await picture(format))], { type: 'text/plain' }),
      })
      expect(status).toBe(201)
      const { avatar } = (await t.call('GET', '/user', undefined, { token: body.data.token })).body.data
      expect(avatar).toMatch(/^\/storage\/avatars\/[\w-]+\.webp$/)
      const stored = await sharp(await readFile(path.join(t.app.config.dataDir, avatar))).metadata()
      expect(stored).toMatchObject({ format: 'webp', width: 512 })
      const served = await t.app.inject(avatar)
      expect(served.statusCode).toBe(200)
      expect(served.headers['content-type']).toBe('image/webp')
      expect(served.headers['cache-control']).toContain('immutable')
    },
  )

  test('a file that is no picture is refused, whatever it calls itself; nothing is stored', async ({ t }) => {
    for (const content of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a\u0001\u0000\u0001\u0000',
      '%PDF-1.7',
      '\u0000',
    ]) {
      const { status, body } = await register(t, { avatar: new Blob([content], { type: 'image/png' }) })
      expect(status).toBe(400)
      expect(body.data).toEqual({ avatar: ['Le fichier doit être une image jpeg, png ou webp.'] })
    }
    expect(await t.db`select from users`).toHaveLength(0)
  })

  test('a file over 5 MB is refused on its field, one just below is read', async ({ t }) => {
    const large = await register(t, { avatar: new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]) })
    expect([large.status, large.body.data]).toEqual([400, { avatar: ['Le fichier ne doit pas dépasser 5 Mo.'] }])
    const png = new Uint8Array(5 * 1024 * 1024 - 10)
    png.set(await picture('png'))
    expect((await register(t, { avatar: new Blob([png]) })).status).toBe(201)
  })

  test('is multipart/form-data and nothing else', async ({ t }) => {
    expect((await t.call('POST', '/auth/register', form())).status).toBe(415)
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

  test('a role or a verification cannot be smuggled in', async ({ t }) => {
    const { body } = await register(t, { role: 'admin', email_verified_at: '2020-01-01', id: '1' })
    const me = await t.call('GET', '/user', undefined, { token: body.data.token })
    expect(me.body.data).toMatchObject({ role: 'user', email_verified: false })
  })
})

describe('where a browser lands', () => {
  base('a verification link leads to the front end, when there is one and a browser asks', async () => {
    const t = await startApp({ FRONTEND_URL: 'https://front.example.org/' })
    try {
      await register(t)
      await t.drain()
      const link = `/auth/verify-email?token=${linkOf((await t.mails('grace@example.org'))[0]?.text ?? '')}`
      const follow = async () =>
        (await t.call('GET', link, undefined, { headers: { accept: 'text/html,*/*' } })).headers.location
      expect(await follow()).toBe('https://front.example.org/?email_verified=true')
      expect(await follow()).toBe('https://front.example.org/?email_verified=false')
      expect((await t.call('GET', link)).status).toBe(400)
    } finally {
      await t.close()
    }
  })
})

describe('e-mail verification', () => {
  async function registered(t: TestApp) {
    await register(t)
    await t.drain()
    return (await t.mails('grace@example.org'))[0]?.text ?? ''
  }

  test('login is 403 until the mailed link is followed, once', async ({ t }) => {
    const text = await registered(t)
    const login = () => t.call('POST', '/auth/login', { login: 'grace@example.org', password: 'cobol60' })
    const refused = await login()
    expect([refused.status, refused.body]).toEqual([
      403,
      { success: false, message: 'Veuillez vérifier votre adresse e-mail avant de vous connecter.' },
    ])
    const link = `/auth/verify-email?token=${linkOf(text)}`
    expect((await t.call('GET', link)).status).toBe(200)
    expect((await login()).status).toBe(201)
    expect((await t.call('GET', link)).status).toBe(400)
  })

  test('the code works with the address; five wrong tries use it up', async ({ t }) => {
    const text = await registered(t)
    const tryCode = (code: string) => t.call('POST', '/auth/verify-email', { email: 'grace@example.org', code })
    const wrong = codeOf(text) === '000000' ? '000001' : '000000'
    for (let attempt = 0; attempt < 4; attempt++) expect((await tryCode(wrong)).status).toBe(400)
    expect((await tryCode(codeOf(text))).status).toBe(200)
    const [row] = await t.db`select email_verified_at from users`
    expect(row?.email_verified_at).not.toBeNull()
  })

  test('after five wrong tries even the right code is refused', async ({ t }) => {
    const text = await registered(t)
    const tryCode = (code: string) => t.call('POST', '/auth/verify-email', { email: 'grace@example.org', code })
    await Promise.all(Array.from({ length: 5 }, () => tryCode('999999x')))
    expect((await tryCode(codeOf(text))).status).toBe(400)
  })

  test('fifteen wrong codes a day, over all codes, also at once; the link stays good', async ({ t }) => {
    await registered(t)
    const tryCode = (code: string) => t.call('POST', '/auth/verify-email', { email: 'grace@example.org', code })
    const resend = async () => {
      await t.call('POST', '/auth/resend-verification', { email: 'grace@example.org' })
      await t.drain()
      return (await t.mails('grace@example.org'))[0]?.text ?? ''
    }
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 5 }, () => tryCode('wrong')))
      if (round < 2) await resend()
    }
    const text = await resend()
    expect((await tryCode(codeOf(text))).status).toBe(400)
    await t.db`update attempt_counters set ends_at = now() - interval '1 second' where key like 'verification-code %'`
    expect((await tryCode(codeOf(text))).status).toBe(200)
  })

  test('five mails an hour to one address, also at once; the answer stays the same, and the last link good', async ({
    t,
  }) => {
    await registered(t)
    const resend = (email: string) => t.call('POST', '/auth/resend-verification', { email })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => resend(index % 2 ? 'grace@example.org' : 'GRACE@example.org')),
    )
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    await t.drain()
    const mails = await t.mails('grace@example.org')
    expect(mails).toHaveLength(5)
    const followed = await Promise.all(
      mails.map(async ({ text }) => (await t.call('GET', `/auth/verify-email?token=${linkOf(text)}`)).status),
    )
    expect(followed.filter((status) => status === 200)).toHaveLength(1)
  })

  test('an expired link is refused', async ({ t }) => {
    const text = await registered(t)
    await t.db`update email_verifications set expires_at = now() - interval '1 second'`
    expect((await t.call('POST', '/auth/verify-email', { token: linkOf(text) })).status).toBe(400)
  })

  test('resend voids the old link, and answers the same for strangers', async ({ t }) => {
    const old = await registered(t)
    const known = await t.call('POST', '/auth/resend-verification', { email: 'grace@example.org' })
    const unknown = await t.call('POST', '/auth/resend-verification', { email: 'nobody@example.org' })
    expect(known.status).toBe(200)
    expect(unknown.body).toEqual(known.body)
    await t.drain()
    const mails = await t.mails('grace@example.org')
    expect(mails).toHaveLength(2)
    expect((await t.call('GET', `/auth/verify-email?token=${linkOf(old)}`)).status).toBe(400)
    expect((await t.call('GET', `/auth/verify-email?token=${linkOf(mails[0]?.text ?? '')}`)).status).toBe(200)
    expect(await t.mails('nobody@example.org')).toHaveLength(0)
  })

  test('nothing, or half of it, is a field error', async ({ t }) => {
    expect((await t.call('GET', '/auth/verify-email')).status).toBe(400)
    expect((await t.call('POST', '/auth/verify-email', { email: 'grace@example.org' })).body.data).toHaveProperty(
      'token',
    )
    expect((await t.call('GET', '/auth/verify-email?token=forged')).status).toBe(400)
  })
})
