import { Secret, TOTP } from 'otpauth'
import { describe, expect } from 'vitest'
import { newTotp, readTotp } from '../../../src/accounts/second-factor/totp.ts'
import { openCode, sealCode } from '../../../src/hosting/arrival/codes.ts'
import { openTravellers, sealTravellers } from '../../../src/hosting/travellers/sealing.ts'
import { newSecret, showSecret } from '../../../src/integrations/webhook-endpoints/signature.ts'
import { isolated, type TestApp, test } from '../../support/app.ts'
import { paid } from '../../support/payments.ts'

const [A, B] = ['0193f5a0-0000-7000-8000-00000000000a', '0193f5a0-0000-7000-8000-00000000000b']

/** Everything that is stored encrypted: whether what is sealed for one row opens in another. */
const SEALED: Record<string, (t: TestApp) => Promise<(row: 'own' | 'other') => Promise<boolean>>> = {
  async 'a list of travellers'({ app: { db, config } }) {
    const sealed = await sealTravellers(db, config, 1, [{ last_name: 'Rossi' }])
    return async (row) => openTravellers(config, row === 'own' ? 1 : 2, sealed) !== undefined
  },
  async 'a code of a door'({ app: { db, config } }) {
    const sealed = await sealCode(db, config, 1, { code: '4711', note: null })
    return async (row) => openCode(config, row === 'own' ? 1 : 2, sealed) !== undefined
  },
  async 'a secret of an endpoint'({ app: { db, config } }) {
    const sealed = await newSecret(db, config, A)
    return async (row) => {
      try {
        return showSecret(config, row === 'own' ? A : B, sealed).startsWith('whsec_')
      } catch {
        return false
      }
    }
  },
  async 'a secret of an authenticator'({ app: { db, config } }) {
    const { sealed, secret } = await newTotp(db, config, { userId: 1, username: 'ada' })
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    return async (row) => (await readTotp(db, config, row === 'own' ? 1 : 2, { sealed, code })) !== undefined
  },
}

describe.each(Object.entries(SEALED))('%s', (_, sealIn) => {
  test('opens in its row alone', async ({ t }) => {
    const opens = await sealIn(t)
    expect([await opens('own'), await opens('other')]).toEqual([true, false])
  })

  isolated('is bound to no row while nodes of 0.2 may read it, and still opens afterwards', async ({ t }) => {
    const enabled = await t.db`delete from enabled_releases returning *`
    const opens = await sealIn(t)
    await t.db`insert into enabled_releases ${t.db(enabled)}`
    expect([await opens('own'), await opens('other')]).toEqual([true, true])
  })

  isolated('opens after a rotation, while the secret of before is known', async ({ t }) => {
    const opens = await sealIn(t)
    const { config } = t.app
    Object.assign(config, { jwtSecret: 'n'.repeat(32), jwtPreviousSecrets: [config.jwtSecret] })
    expect([await opens('own'), await opens('other')]).toEqual([true, false])
    Object.assign(config, { jwtPreviousSecrets: [] })
    expect(await opens('own')).toBe(false)
  })
})

isolated(
  'without a key of its own the register is sealed with the secret of tokens, and no key of before',
  async ({ t }) => {
    const { db, config } = t.app
    const [present, before] = [config.jwtSecret, 'b'.repeat(32)]
    const earlier = { ...config, registerKey: before, registerPreviousKeys: [] }
    const old = await sealTravellers(db, earlier, 1, [{ last_name: 'Rossi' }])
    const emptied = { ...config, registerKey: undefined, registerPreviousKeys: [before] }
    const sealed = await sealTravellers(db, emptied, 1, [{ last_name: 'Rossi' }])
    for (const one of [old, sealed]) expect(openTravellers(emptied, 1, one)).toEqual([{ last_name: 'Rossi' }])
    const alone = { ...config, jwtSecret: present, registerKey: undefined, registerPreviousKeys: [] }
    expect(openTravellers(alone, 1, sealed)).toEqual([{ last_name: 'Rossi' }])
    expect(openTravellers(alone, 1, old)).toBe(undefined)
  },
)

test('lists of two stays that somebody swaps in the database are read in neither', async ({ t }) => {
  const [one, other] = [await paid(t), await paid(t)]
  const people = (last_name: string) => ({
    travellers: [
      {
        ...{ last_name, first_name: 'Marco', birth_date: '1984-05-17', birth_place: 'Torino', nationality: 'IT' },
        ...{ address: 'Via Po 12', city: 'Torino', country: 'IT', phone: '+39 011 555 0100' },
        email: 'marco@example.org',
      },
    ],
  })
  for (const [{ guest, id }, name] of [
    [one, 'Rossi'],
    [other, 'Bianchi'],
  ] as const)
    expect((await t.call('PUT', `/reservations/${id}/guests`, people(name), guest)).status).toBe(200)
  await t.db`
    update travellers t set sealed = o.sealed from travellers o
    where t.reservation_id in (${one.id}, ${other.id}) and o.reservation_id = ${one.id + other.id} - t.reservation_id`
  for (const { guest, id } of [one, other])
    expect((await t.call('GET', `/reservations/${id}/guests`, undefined, guest)).body.code).toBe('register_unreadable')
})
