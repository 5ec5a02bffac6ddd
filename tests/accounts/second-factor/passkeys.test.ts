import { describe, expect } from 'vitest'
import { removeAll } from '../../../src/accounts/second-factor/change.ts'
import { login } from '../../support/accounts.ts'
import { test as base, type TestApp, type TestUser } from '../../support/app.ts'
import { addPasskey, optionsOf, PASSKEYS, SoftwareAuthenticator } from '../../support/passkeys.ts'
import { codeOf, enrol } from '../../support/second-factor.ts'

const test = base.extend({ env: { ...PASSKEYS, PASSKEYS_PER_ACCOUNT: '2' } })

const BASE = '/auth/second-factor/passkeys'

/** A sign-in that waits for its second factor, and what a passkey is to sign for it. */
async function waiting(t: TestApp, user: TestUser) {
  const { challenge, methods } = (await login(t, user.email)).body.second_factor
  const asked = await t.call('POST', '/auth/second-factor/passkey-options', { challenge })
  return { challenge, methods, options: asked.body.data }
}

const complete = (t: TestApp, challenge: string, passkey: unknown) =>
  t.call('POST', '/auth/second-factor', { challenge, passkey })

describe('a passkey', () => {
  test('is asked for by a sign-in from then on, and shows who changes second factors', async ({ t }) => {
    const before = await t.user({ locale: 'en' })
    const { key, user, added, options } = await addPasskey(t, before)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Séjour' },
      user: { name: before.username },
      excludeCredentials: [],
      attestation: 'none',
    })
    expect(added.recovery_codes).toHaveLength(10)
    const { passkey } = added
    expect(passkey).toEqual({
      id: expect.any(String),
      name: 'Key',
      is_backed_up: false,
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
    })
    expect((await t.call('GET', '/user', undefined, before)).status).toBe(401)
    const state = (await t.call('GET', '/auth/second-factor', undefined, user)).body.data
    expect(state).toMatchObject({ is_enabled: true, methods: ['passkey', 'recovery_code'] })

    const first = await waiting(t, user)
    expect(first.methods).toEqual(['passkey', 'recovery_code'])
    expect(first.options).toEqual({
      challenge: first.challenge,
      rpId: 'localhost',
      timeout: 300_000,
      allowCredentials: [{ type: 'public-key', id: key.id, transports: ['internal'] }],
      userVerification: 'preferred',
    })
    const signedIn = await complete(t, first.challenge, key.get(first.options))
    expect([signedIn.status, signedIn.body.data.id]).toEqual([201, user.id])
    const token = { ...user, token: signedIn.body.data.token }
    expect((await t.call('GET', BASE, undefined, token)).body.data).toEqual([
      { ...passkey, last_used_at: expect.stringMatching(/Z$/) },
    ])

    // A token alone adds no further factor, with which it could take this one away.
    for (const path of ['totp', 'passkeys/registration-options'])
      expect((await t.call('POST', `/auth/second-factor/${path}`, {}, token)).body.errors).toEqual({
        proof: [{ code: 'required' }],
      })
    const proof = { passkey: key.get(await optionsOf(t, 'proof', token)) }
    const second = await addPasskey(t, token, { proof })
    expect([second.added.recovery_codes, second.options.excludeCredentials]).toEqual([
      [],
      first.options.allowCredentials,
    ])
    const full = { proof: { passkey: key.get(await optionsOf(t, 'proof', second.user)) } }
    const refused = await t.call('POST', `${BASE}/registration-options`, full, second.user)
    expect([refused.body.code, refused.body.data]).toEqual(['limit_reached', { limit: 2 }])

    const remove = async (id: string, by: SoftwareAuthenticator) =>
      t.call('DELETE', `${BASE}/${id}`, { passkey: by.get(await optionsOf(t, 'proof', second.user)) }, second.user)
    const other = await addPasskey(t, await t.user())
    expect((await remove(other.added.passkey.id, key)).status).toBe(404)
    expect((await remove(passkey.id, key)).status).toBe(200)
    expect((await remove(second.added.passkey.id, key)).body.code).toBe('wrong_passkey')
    expect((await login(t, user.email)).body.code).toBe('second_factor_required')
    expect((await remove(second.added.passkey.id, second.key)).status).toBe(200)
    expect((await login(t, user.email)).status).toBe(201)
    expect(await t.db`select from recovery_codes where user_id = ${user.id}`).toHaveLength(0)
    await t.drain()
    const texts = (await t.mails(user.email)).map(({ text }) => text).join()
    for (const said of ['A passkey was just added', 'A passkey of your account was just removed'])
      expect(texts).toContain(said)
  })

  test('goes with an authenticator: each adds and removes the other, and one of both is enough', async ({ t }) => {
    const enrolled = await enrol(t, await t.user())
    const { key, user } = await addPasskey(t, enrolled.user, { proof: { code: codeOf(enrolled.uri, 1) } })
    const { challenge, methods, options } = await waiting(t, user)
    expect(methods).toEqual(['totp', 'passkey', 'recovery_code'])
    const both = { challenge, code: enrolled.recovery[0], passkey: key.get(options) }
    expect((await t.call('POST', '/auth/second-factor', both)).status).toBe(400)
    expect((await complete(t, challenge, key.get(options))).status).toBe(201)
    const proof = { passkey: key.get(await optionsOf(t, 'proof', user)) }
    expect((await t.call('DELETE', '/auth/second-factor/totp', proof, user)).status).toBe(200)
    expect((await login(t, user.email)).body.second_factor.methods).toEqual(['passkey', 'recovery_code'])
    const renewed = await t.call('POST', '/auth/second-factor/recovery-codes', { code: enrolled.recovery[0] }, user)
    expect(renewed.status).toBe(201)
    const entries = await t.db`
      select data from audit_entries where action = 'account.second_factor' and object_id = ${String(user.id)} order by id`
    expect(entries.map(({ data }) => Object.keys(data))).toEqual([
      ['confirmed_at'],
      ['second_factor_at'],
      ['id'],
      ['confirmed_at'],
    ])
    // By an administrator, for who has lost it.
    expect(await removeAll(t.app, user.email)).toBe(true)
    expect((await t.call('GET', '/user', undefined, user)).status).toBe(401)
    const { token } = (await login(t, user.email)).body.data
    expect((await t.call('GET', BASE, undefined, { token })).body.data).toEqual([])
  })

  test('signs for its own account, page and challenge, and once; a copy of it is found out', async ({ t }) => {
    const { key, user } = await addPasskey(t, await t.user())
    const other = await addPasskey(t, await t.user())
    const { challenge, options } = await waiting(t, user)
    const foreign = await waiting(t, other.user)
    const wrong = {
      'of another page': key.get(options, { origin: 'http://localhost.attacker.example' }),
      'of another domain': key.get(options, { rpId: 'attacker.example' }),
      'over another challenge': key.get(foreign.options),
      'of another account': other.key.get(options),
      'nobody’s': new SoftwareAuthenticator().get(options),
      'of another key': { ...other.key.get(options), id: key.id, rawId: key.id },
    }
    for (const [what, passkey] of Object.entries(wrong))
      expect((await complete(t, challenge, passkey)).body.code, what).toBe('wrong_passkey')
    expect((await complete(t, foreign.challenge, key.get(foreign.options))).body.code).toBe('wrong_passkey')

    await t.db`update attempt_counters set ends_at = now() where key like ${`second-factor%${user.id}`}`
    const good = key.get(options)
    const peer = await t.node()
    const race = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        (at % 2 ? t : peer).call('POST', '/auth/second-factor', { challenge, passkey: good }),
      ),
    )
    expect(race.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401])
    expect((await complete(t, challenge, key.get(options))).body.code).toBe('invalid_challenge')

    // A proof is good for one change, and its challenge for no other.
    const proof = { passkey: key.get(await optionsOf(t, 'proof', user)) }
    const renew = () => t.call('POST', '/auth/second-factor/recovery-codes', proof, user)
    expect((await Promise.all([renew(), renew()])).map(({ status }) => status).sort()).toEqual([201, 401])
    const late = { passkey: key.get(await optionsOf(t, 'proof', user)) }
    await t.db`update passkey_challenges set expires_at = now() where user_id = ${user.id}`
    expect((await t.call('POST', '/auth/second-factor/recovery-codes', late, user)).body.code).toBe('wrong_passkey')

    // One of two that sign with one counter at once, for two sign-ins, is a copy.
    const [one, two] = [await waiting(t, user), await waiting(t, user)]
    const copies = await Promise.all(
      [one, two].map((at) => complete(t, at.challenge, key.get(at.options, { counter: 90 }))),
    )
    expect(copies.map(({ status }) => status).sort()).toEqual([201, 401])
    const last = await waiting(t, user)
    expect((await complete(t, last.challenge, key.get(last.options, { counter: 89 }))).body.code).toBe('wrong_passkey')
    expect((await complete(t, last.challenge, key.get(last.options, { counter: 91 }))).status).toBe(201)
  })

  test('is registered for one account, by its page and challenge, once; wrong ones close the door', async ({ t }) => {
    const [user, other] = [await t.user(), await t.user()]
    const key = new SoftwareAuthenticator()
    const options = await optionsOf(t, 'registration', user)
    const add = (passkey: unknown, by = user) => t.call('POST', BASE, { name: 'Key', passkey }, by)
    expect((await add(key.create(options, { origin: 'https://attacker.example' }))).body.code).toBe('wrong_passkey')
    expect((await add(key.create(options, { rpId: 'attacker.example' }))).body.code).toBe('wrong_passkey')
    expect((await add(key.create(await optionsOf(t, 'registration', other)))).body.code).toBe('wrong_passkey')
    const broken = { ...key.create(options), response: { ...key.create(options).response, attestationObject: 'AAAA' } }
    expect((await add(broken)).body.code).toBe('wrong_passkey')
    const second = new SoftwareAuthenticator()
    const answers = await Promise.all([key, second].map((one) => add(one.create(options))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401])
    const [winner = key] = [key, second].filter((_, at) => answers[at]?.status === 201)
    expect((await add(winner.create(await optionsOf(t, 'registration', other)), other)).status).toBe(409)

    const { challenge, options: asked } = await waiting(t, user)
    for (let tries = 0; tries < 10; tries++)
      expect((await complete(t, challenge, new SoftwareAuthenticator().get(asked))).status).toBe(401)
    expect((await complete(t, challenge, winner.get(asked))).status).toBe(429)
  })
})

base('where no page can have a passkey there are none', async ({ t }) => {
  const user = await t.user()
  const { status, body } = await t.call('POST', `${BASE}/registration-options`, {}, user)
  expect([status, body.code]).toEqual([503, 'passkeys_unconfigured'])
})
