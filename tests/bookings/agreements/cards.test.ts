import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import {
  cardOf,
  chargedFor,
  customerAt,
  forgetThem,
  heldByHand,
  offeredOn,
  openWith,
  paidByHand,
  sessionAt,
} from '../../support/kept-cards.ts'
import { sessionOf, show } from '../../support/payments.ts'
import { collect } from '../../support/settlement.ts'
import { ADA, browse, read, send } from '../../support/stay-page.ts'
import { balancesComeDue, shift } from '../../support/stays.ts'

const balanceOf = async (t: TestApp, user: TestUser, id: number) =>
  (await show(t, user, id)).payments.find(({ kind }: { kind: string }) => kind === 'balance')

describe('the consent to keep a card', () => {
  test('names company, balance and damage, in the language of the page', async ({ t }) => {
    const { owner, path } = await heldByHand(t)
    await t.call('PUT', '/company', { name: 'Maisons d’Ana' }, owner)
    const { body } = await browse(t, path)
    expect(body).toContain('I agree that Maisons d’Ana keeps this card until 30 days after my departure.')
    expect(body).toMatch(/The balance of €210.00 will be charged to it on .*20/)
    expect(body).toContain('up to €300.00 in total and 48 hours after the bill was sent at the earliest')
    expect((await browse(t, path, 'fr')).body).toContain('J’accepte que Maisons d’Ana conserve cette carte')
  })

  test.for([
    [{ security_deposit: 0 }, ['balance'], ['Damage']],
    [{ deposit_percent: 100 }, ['Damage'], ['balance']],
    [{ deposit_percent: 100, security_deposit: 0 }, [], ['keep_card']],
  ] as const)('offers what can be charged later: %j', async ([fields, said, unsaid], { t }) => {
    const { path } = await heldByHand(t, fields)
    const { body } = await browse(t, path)
    for (const word of said) expect(body).toContain(word)
    for (const word of unsaid) expect(body).not.toContain(word)
  })

  test('is kept on the stay with text, version and time, and the card once it has paid', async ({ t }) => {
    const { owner, id, path, link } = await heldByHand(t)
    const url = await openWith(t, path, true)
    expect(sessionAt(t, url)).toMatchObject({
      customer_creation: 'always',
      custom_text: { submit: { message: expect.stringContaining('I agree that') } },
      stand_in: { setup_future_usage: 'off_session' },
    })
    expect((await show(t, owner, id)).card).toMatchObject({ is_kept: false, kept_at: null })
    await t.deliver(t.pay(url))
    const { card } = await show(t, owner, id)
    expect(card).toMatchObject({
      ...{ version: expect.stringMatching(/^1-[0-9a-f]{12}$/), text: expect.stringContaining('I agree') },
      ...{ damage_limit: 300, is_kept: true, withdrawn_at: null, forgotten_at: null },
      consented_at: expect.stringMatching(/^\d{4}-/),
    })
    const kept = await cardOf(t, id)
    expect(customerAt(t, kept?.method_id)).toBe(kept?.customer_id)
    expect((await read(t, link)).card).toEqual(card)
    expect(await offeredOn(t, path)).toBeUndefined()
  })

  test('is by choice: without it nothing is kept', async ({ t }) => {
    const { owner, id, path } = await heldByHand(t)
    const url = await openWith(t, path, false)
    expect(sessionAt(t, url)).toMatchObject({ stand_in: { setup_future_usage: null } })
    await t.deliver(t.pay(url))
    expect([(await show(t, owner, id)).card, await cardOf(t, id)]).toEqual([null, undefined])
  })

  test('to another text than that of today is 409', async ({ t }) => {
    const { owner, path } = await heldByHand(t)
    const keep_card = await offeredOn(t, path)
    await t.call('PUT', '/company', { name: 'Renamed' }, owner)
    const stale = await t.call('POST', path, { keep_card }, { locale: 'en' })
    expect([stale.status, stale.body.code]).toEqual([409, 'consent_changed'])
  })

  test('changes the checkout that is open, both ways', async ({ t }) => {
    const { id, path } = await heldByHand(t)
    const without = await openWith(t, path, false)
    const kept = await openWith(t, path, true)
    expect(sessionOf(kept)).not.toBe(sessionOf(without))
    expect(sessionAt(t, without)).toMatchObject({ status: 'expired' })
    expect(await openWith(t, path, true)).toBe(kept)
    const again = await openWith(t, path, false)
    expect([sessionAt(t, kept)?.status, sessionAt(t, again)?.status]).toEqual(['expired', 'open'])
    await t.deliver(t.pay(again))
    expect(await cardOf(t, id)).toBeUndefined()
  })

  test('that is taken back while the card pays has it forgotten', async ({ t }) => {
    const { id, path, link } = await heldByHand(t)
    const events = t.pay(await openWith(t, path, true))
    expect((await send(t, link, 'card/withdraw')).status).toBe(303)
    await t.deliver(events)
    await t.drain()
    expect(await cardOf(t, id)).toEqual({ method_id: null, customer_id: null })
    const [intent] = t.standin.store.list(
      'payment_intent',
      ({ metadata }) => Object(metadata).reservation_id === String(id),
    )
    expect(customerAt(t, String(intent?.payment_method))).toBeNull()
  })
})

describe('the balance of a guest without an account', () => {
  test('is charged to the card that they left, on its day, once', async ({ t }) => {
    const { owner, id } = await paidByHand(t)
    await collect(t)
    expect(chargedFor(t, id)).toEqual([9_000])
    await balancesComeDue(t, id)
    await t.db`update kept_cards set balance_on = ${inDays(0)} where reservation_id = ${id}`
    await collect(t)
    await collect(t)
    expect(chargedFor(t, id)).toEqual([9_000, 21_000])
    expect(await show(t, owner, id)).toMatchObject({ payment_status: 'paid', amount_open: 0 })
  })

  test.for([
    ['before the day that they agreed to', 5, 21_000, false],
    ['above the amount that they agreed to', 0, 20_999, false],
    ['after they took the consent back', 0, 21_000, true],
  ] as const)('is asked for by its link %s', async ([, day, balance_cents, isWithdrawn], { t }) => {
    const { owner, id, link } = await paidByHand(t)
    await balancesComeDue(t, id)
    await t.db`
      update kept_cards set balance_on = ${inDays(day)}, balance_cents = ${balance_cents} where reservation_id = ${id}`
    if (isWithdrawn) expect((await t.call('POST', `${link}/card/withdraw`)).status).toBe(200)
    await collect(t)
    expect(chargedFor(t, id)).toEqual([9_000])
    expect(await balanceOf(t, owner, id)).toMatchObject({ status: 'unpaid', payment_url: expect.any(String) })
    const asked = (await t.mails(ADA.email)).filter(({ text }) => text.includes('210'))
    expect(asked.length).toBeGreaterThan(0)
  })

  test.for(['pm_card_chargeCustomerFail', 'pm_card_authenticationRequired'])(
    'is asked for once where the bank refuses: %s',
    async (card, { t }) => {
      const { owner, id } = await paidByHand(t, { card })
      await balancesComeDue(t, id)
      await t.db`update kept_cards set balance_on = ${inDays(0)} where reservation_id = ${id}`
      await collect(t)
      await collect(t)
      expect(chargedFor(t, id)).toEqual([9_000])
      const balance = await balanceOf(t, owner, id)
      expect([balance.status, balance.payment_url]).toEqual(['unpaid', expect.stringContaining('/pay/')])
      const opened = await t.call('POST', String(balance.payment_url).replace('http://sejour.test/api/v1', ''))
      expect(opened.status).toBe(303)
    },
  )
})

describe('a kept card is forgotten', () => {
  test('when its guest takes the consent back, here and at the provider', async ({ t }) => {
    const { owner, id, link } = await paidByHand(t)
    const method = (await cardOf(t, id))?.method_id
    expect((await browse(t, link)).body).toContain('Withdraw my consent')
    const withdrawn = await send(t, link, 'card/withdraw')
    expect([withdrawn.status, withdrawn.headers.location]).toEqual([303, expect.stringContaining('card_withdrawn')])
    await t.drain()
    expect(customerAt(t, method)).toBeNull()
    expect((await show(t, owner, id)).card).toMatchObject({ is_kept: false, withdrawn_at: expect.any(String) })
    expect((await browse(t, `${link}?notice=card_withdrawn`)).body).toContain('Your consent is withdrawn.')
    expect((await t.call('POST', `${link}/card/withdraw`)).status).toBe(200)
  })

  test('thirty days after departure, and not a day before', async ({ t }) => {
    const { owner, id } = await paidByHand(t)
    const method = (await cardOf(t, id))?.method_id
    await shift(t, id, -32)
    await forgetThem(t)
    expect((await show(t, owner, id)).card.is_kept).toBe(true)
    await shift(t, id, -33)
    await forgetThem(t)
    expect([(await cardOf(t, id))?.method_id, customerAt(t, method)]).toEqual([null, null])
    expect((await show(t, owner, id)).card).toMatchObject({ is_kept: false, forgotten_at: expect.any(String) })
  })

  test('with a stay that was cancelled', async ({ t }) => {
    const { owner, id } = await paidByHand(t)
    const method = (await cardOf(t, id))?.method_id
    expect((await t.call('POST', `/reservations/${id}/cancel`, { refund: 'all' }, owner)).status).toBe(200)
    await t.drain()
    await forgetThem(t)
    expect(customerAt(t, method)).toBeNull()
  })

  test('at once with the data of the guest, whose export has the consent', async ({ t }) => {
    const { owner, id } = await paidByHand(t)
    const method = (await cardOf(t, id))?.method_id
    const data = (await t.call('GET', `/reservations/${id}/guest-data`, undefined, owner)).body.data
    expect(data.kept_cards).toMatchObject([
      { reservation_id: id, is_kept: true, text: expect.stringContaining('I agree') },
    ])
    expect(JSON.stringify(data)).not.toContain(String(method))
    await shift(t, id, -10)
    await t.db`update reservations set status = 'completed', balance_made = true where id = ${id}`
    expect((await t.call('DELETE', `/reservations/${id}/guest-data`, undefined, owner)).status).toBe(200)
    await t.drain()
    expect([(await cardOf(t, id))?.method_id, customerAt(t, method)]).toEqual([null, null])
  })
})
