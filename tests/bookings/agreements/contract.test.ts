import { describe, expect } from 'vitest'
import { alone, inDays, PASSWORD, type TestApp, type TestUser, test } from '../../support/app.ts'
import { makeKey } from '../../support/keys.ts'
import { show } from '../../support/payments.ts'
import { bookedByHand, browse, read, send } from '../../support/stay-page.ts'
import { joins } from '../../support/team.ts'

const TEXTS = { fr: 'Le client rend la <clé> à midi.', en: 'The guest returns the <key> at noon.' }
const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', language: 'en' }

const write = (t: TestApp, owner: TestUser, texts: object, path = '/company/contract') =>
  t.call('PUT', path, { texts }, owner)

/** A stay of a guest without an account that waits for its first payment, at a company with a contract. */
async function asked(t: TestApp, texts: object = TEXTS) {
  const owner = await t.user()
  const home = await t.home(owner, { base_price: 100 })
  expect((await write(t, owner, texts)).status).toBe(200)
  const book = async (from = 30, more: object = {}, by: Pick<TestUser, 'token'> = owner) => {
    const days = { check_in: inDays(from), check_out: inDays(from + 3), adults: 2 }
    const answer = await t.call('POST', `/properties/${home}/reservations`, { ...days, guest: ADA, ...more }, by)
    const pay = String(answer.body.data?.payment_url).replace('http://sejour.test/api/v1', '')
    return { answer, id: Number(answer.body.data?.reservation_id), pay }
  }
  return { owner, home, book, ...(await book()) }
}

const contractOf = async (t: TestApp, owner: TestUser, id: number) => (await show(t, owner, id)).contract
const pay = (t: TestApp, path: string, body?: object) => t.call('POST', path, body)

describe('a contract', () => {
  test('is numbered by version, and the same texts make none', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const get = async () => (await t.call('GET', `/properties/${home}/contract`)).body.data
    expect([(await t.call('GET', '/company/contract', undefined, owner)).body.data, await get()]).toEqual([null, null])
    await write(t, owner, TEXTS)
    expect((await write(t, owner, TEXTS)).body.data).toMatchObject({ version: 1, of: 'company', texts: TEXTS })
    expect(await get()).toMatchObject({ version: 1, of: 'company' })
    const own = await write(t, owner, { en: 'House rules' }, `/properties/${home}/contract`)
    expect(own.body.data).toMatchObject({ version: 2, of: 'home', texts: { en: 'House rules' } })
    await write(t, owner, { en: 'Other' })
    expect(await get()).toMatchObject({ version: 2, of: 'home' })
    expect((await write(t, owner, {}, `/properties/${home}/contract`)).body.data).toMatchObject({ version: 3 })
    await write(t, owner, {})
    expect(await get()).toBeNull()
  })

  test('is written by owner and managers, and by nobody else', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const manager = await joins(t, owner, 'manager')
    const desk = await joins(t, owner, 'desk')
    expect((await write(t, manager, TEXTS)).status).toBe(200)
    for (const path of ['/company/contract', `/properties/${home}/contract`])
      expect([(await write(t, desk, TEXTS, path)).status, path]).toEqual([403, path])
    expect((await write(t, owner, { de: 'Nein' })).status).toBe(400)
    expect((await write(t, owner, { en: ' ' })).status).toBe(400)
  })

  test('of a draft is for its company alone', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner, { status: 'draft' })
    const get = (who?: TestUser) => t.call('GET', `/properties/${home}/contract`, undefined, who)
    expect([(await get()).status, (await get(await t.user())).status, (await get(owner)).status]).toEqual([
      404, 404, 200,
    ])
  })
})

describe('a guest without an account', () => {
  test('reads the contract where they pay, accepts its version, and pays', async ({ t }) => {
    const { owner, id, pay: path } = await asked(t)
    const page = await browse(t, path)
    expect(page.body).toContain('The guest returns the &lt;key&gt; at noon.')
    expect(page.body).toMatch(/<input type="checkbox" name="accept_contract" value="1" required>/)
    const without = await pay(t, path)
    expect([without.status, without.body.errors]).toEqual([400, { accept_contract: [{ code: 'contract_missing' }] }])
    expect(without.body.data.accept_contract).toEqual(['Acceptez le contrat pour payer.'])
    expect(await contractOf(t, owner, id)).toBeNull()
    expect((await pay(t, path, { accept_contract: 1 })).status).toBe(303)
    const accepted = await contractOf(t, owner, id)
    expect(accepted).toEqual({
      ...{ version: 1, locale: 'fr', accepted_by: 'guest' },
      accepted_at: expect.stringMatching(/^\d{4}-/),
    })
    await write(t, owner, { en: 'Another' })
    // The checkout is open, and the guest comes back to it: the version that was accepted counts.
    expect((await pay(t, path)).status).toBe(303)
    expect(await contractOf(t, owner, id)).toEqual(accepted)
    expect((await browse(t, path)).body).not.toContain('accept_contract')
    const old = await t.call('GET', '/company/contract?version=1', undefined, owner)
    expect(old.body.data.texts).toEqual(TEXTS)
  })

  test('of a stale page reads the new version, and why', async ({ t }) => {
    const { owner, pay: path } = await asked(t)
    await write(t, owner, { en: 'At ten.' })
    const stale = await pay(t, path, { accept_contract: 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'contract_changed'])
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
    const form = await t.call('POST', path, 'accept_contract=1', { headers, locale: 'en' })
    expect(form.status).toBe(409)
    expect(form.body).toContain('The contract has changed in the meantime.')
    expect(form.body).toContain('At ten.')
    const again = await t.call('POST', path, 'accept_contract=2', { headers, locale: 'en' })
    expect(again.status).toBe(303)
  })

  test('reads it on the page of the stay, in the language that there is', async ({ t }) => {
    const { id, link, owner, home } = await bookedByHand(t)
    expect((await read(t, link)).contract).toBeNull()
    await write(t, owner, { fr: TEXTS.fr })
    expect((await read(t, link)).contract).toEqual({ version: 1, text: TEXTS.fr, accepted_at: null })
    const page = await browse(t, link)
    expect(page.body).toContain('Le client rend la &lt;clé&gt; à midi.')
    const [due] = (await read(t, link)).money.payments
    await pay(t, due.payment_url.replace('http://sejour.test/api/v1', ''), { accept_contract: 1 })
    await write(t, owner, { en: 'Home' }, `/properties/${home}/contract`)
    expect((await read(t, link)).contract).toMatchObject({ version: 1, text: TEXTS.fr })
    expect((await read(t, `${link}?view=travel`)).contract).toBeNull()
    expect((await send(t, link, 'messages', { content: 'Hello' })).status).toBe(303)
    expect((await show(t, owner, id)).contract).toMatchObject({ version: 1 })
  })

  test('pays as ever where there is no contract', async ({ t }) => {
    const { owner, id, pay: path } = await asked(t, {})
    expect((await browse(t, path)).body).not.toContain('checkbox')
    expect((await pay(t, path)).status).toBe(303)
    expect(await contractOf(t, owner, id)).toBeNull()
  })

  test('accepts once, however often the form is sent', async ({ t }) => {
    const { id, pay: path } = await asked(t)
    const all = await Promise.all(Array.from({ length: 5 }, () => pay(t, path, { accept_contract: 1 })))
    expect(all.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303])
    const rows = await t.db`select from stay_contracts where reservation_id = ${id}`
    expect(rows).toHaveLength(1)
  })
})

describe('a contract that changes while its guest accepts it', () => {
  alone('is 409 where the change comes first', async ({ t }) => {
    const { owner, pay: path } = await asked(t)
    const accepting = await t.db.begin(async (tx) => {
      await tx`insert into contracts (owner_id, version, texts) values (${owner.id}, 2, '{"en": "Two"}')`
      await tx`delete from contracts where owner_id = ${owner.id} and version = 1`
      const answer = pay(t, path, { accept_contract: 1 })
      await expect.poll(() => t.db`select from pg_locks where not granted`, { timeout: 10_000 }).toHaveLength(1)
      return { answer }
    })
    const { status, body } = await accepting.answer
    expect([status, body.code]).toEqual([409, 'contract_changed'])
  })

  alone('keeps the version where the guest comes first', async ({ t }) => {
    const { owner, id } = await asked(t)
    await t.db.begin(async (tx) => {
      await tx`
        insert into stay_contracts (reservation_id, contract_id, locale, content_hash, accepted_by)
        select ${id}, id, 'en', 'x', 'guest' from contracts where owner_id = ${owner.id}`
      expect((await write(t, owner, { en: 'Two' })).status).toBe(200)
    })
    expect(await contractOf(t, owner, id)).toMatchObject({ version: 1 })
  })
})

alone(
  'an account is erased while a guest of a past stay accepts its contract, which leaves its hash',
  async ({ t }) => {
    const { owner, id } = await asked(t)
    await t.db`update reservations set status = 'completed', hold_expires_at = null, check_in = check_in - 60, check_out = check_out - 60 where id = ${id}`
    await t.db`delete from occupancy`
    const erasing = await t.db.begin(async (tx) => {
      await tx`
      insert into stay_contracts (reservation_id, contract_id, locale, content_hash, accepted_by)
      select ${id}, id, 'en', 'x', 'guest' from contracts where owner_id = ${owner.id}`
      const answer = t.call('DELETE', '/user', { current_password: PASSWORD }, owner)
      await expect.poll(() => t.db`select from pg_locks where not granted`, { timeout: 10_000 }).toHaveLength(1)
      return { answer }
    })
    expect((await erasing.answer).status).toBe(200)
    expect(
      await t.db`select texts, content_hash is not null as kept from stay_contracts join contracts c on c.id = contract_id`,
    ).toEqual([{ texts: {}, kept: true }])
  },
)

describe('a website', () => {
  test('may have its guests accept it before it books', async ({ t }) => {
    const { owner, book } = await asked(t)
    const key = await makeKey(t, owner)
    const stale = await book(40, { accept_contract: 7 }, key)
    expect([stale.answer.status, stale.answer.body.code]).toEqual([409, 'contract_changed'])
    const booked = await book(40, { accept_contract: 1 }, key)
    expect(booked.answer.status).toBe(201)
    expect(await contractOf(t, owner, booked.id)).toMatchObject({ version: 1, locale: 'en', accepted_by: 'website' })
    expect((await pay(t, booked.pay)).status).toBe(303)
    // At the desk nobody accepts for a guest.
    const typed = await book(50, { accept_contract: 1 })
    expect([typed.answer.status, typed.answer.body.errors]).toEqual([
      400,
      { accept_contract: [{ code: 'contract_by_guest' }] },
    ])
  })
})

test('a guest with an account books and pays as the specification says', async ({ t }) => {
  const { home } = await asked(t)
  const guest = await t.user()
  const body = { property_id: home, check_in: inDays(60), check_out: inDays(63), adults: 2 }
  const booked = await t.call('POST', '/reservations', body, guest)
  expect([booked.status, booked.body.data.payment_url]).toEqual([201, expect.stringContaining('/pay/cs_test_')])
  const [payment] = await t.db<
    { key: string }[]
  >`select key from payments where reservation_id = ${booked.body.data.reservation_id}`
  expect((await pay(t, `/pay/${payment?.key}`)).status).toBe(303)
})

test('the export of a guest has what they accepted, and an erased company leaves its hash', async ({ t }) => {
  const { owner, id, pay: path } = await asked(t)
  await pay(t, path, { accept_contract: 1 })
  const data = (await t.call('GET', `/reservations/${id}/guest-data`, undefined, owner)).body.data
  expect(data.contracts).toEqual([
    { reservation_id: id, version: 1, text: TEXTS.fr, accepted_by: 'guest', accepted_at: expect.any(String) },
  ])
  const [row] = await t.db<{ hash: string; of_text: string }[]>`
    select encode(content_hash, 'hex') as hash, encode(sha256(convert_to(${TEXTS.fr}, 'UTF8')), 'hex') as of_text
    from stay_contracts where reservation_id = ${id}`
  expect(row?.hash).toBe(row?.of_text)
})
