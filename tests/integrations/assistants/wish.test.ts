import { describe, expect } from 'vitest'
import { inDays, type TestApp, test } from '../../support/app.ts'
import { assistantOf, BOOKING_SCOPES, tokensOf } from '../../support/assistants.ts'
import { makeKey } from '../../support/keys.ts'
import { codeFor } from '../../support/stay-page.ts'

const LYON = '2996944'
const days = { check_in: inDays(40), check_out: inDays(43) }
const party = { adults: 2, children: 1 }
const guest = { name: 'Ada Lovelace', email: 'ada@assistant.example', language: 'en' }

/** A company with a home in Lyon that assistants may book, and an assistant. */
async function company(t: TestApp) {
  const owner = await t.user()
  const home = await t.home(owner, { base_price: 100, cleaning_fee: 40, city_id: LYON, title: 'Sur les quais' })
  const key = await makeKey(t, owner, { kind: 'assistant', scopes: BOOKING_SCOPES })
  return { owner, home, key, ...assistantOf(t, key) }
}

async function hold(t: TestApp) {
  const scene = await company(t)
  const { said } = await scene.call('quote_stay', { home: scene.home, ...days, ...party })
  const held = await scene.call('hold_stay', { quote: said.quote, ...guest })
  return { ...scene, quote: said.quote, held: held.said }
}

/** The payment of a hold, as a person makes it on its page. */
async function payAt(t: TestApp, payment_url: string) {
  const opened = await t.app.inject({ method: 'POST', url: `/api/v1/pay/${payment_url.split('/').at(-1)}` })
  await t.deliver(t.pay(String(opened.headers.location)))
}

describe('a home in Lyon for two adults and a child, three nights', () => {
  test('is found, priced, held, paid and read in less than 2,500 tokens of answers', async ({ t }) => {
    const { owner, home, call } = await company(t)
    const found = await call('find_homes', { place: 'Lyon', ...days, ...party })
    expect(found.said.homes).toEqual([
      expect.objectContaining({ home, name: 'Sur les quais', town: 'Lyon', total: 340 }),
    ])
    const shown = await call('get_home', { home })
    expect(shown.said).toMatchObject({ name: 'Sur les quais', check_in_time: '16:00', cancellation_policy: 'flexible' })
    const free = await call('free_days', { home, from: inDays(30), to: inDays(50) })
    expect(free.said.free).toEqual([{ from: inDays(30), to: inDays(51), min_nights: 1 }])
    const quote = await call('quote_stay', { home, ...days, ...party })
    expect(quote.said).toMatchObject({ total: 340, lines: [{ amount: 300 }, { code: 'cleaning', amount: 40 }] })

    const held = await call('hold_stay', { quote: quote.said.quote, ...guest })
    expect(held.said).toMatchObject({ status: 'pending', page: expect.stringContaining(held.said.handle) })
    const minutes = (Date.parse(held.said.held_until) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(30)
    await payAt(t, held.said.payment_url)
    const stay = await call('get_stay', { handle: held.said.handle })
    expect(stay.said).toMatchObject({ status: 'confirmed', ...days, ...party, total: 340, paid: 340, to_pay: [] })

    const all = [found, shown, free, quote, held, stay].map(({ text }) => text).join('')
    expect(tokensOf(all)).toBeLessThan(2_500)
    const { body } = await t.call('GET', '/reservations?as=owner', undefined, owner)
    expect(body.data).toEqual([expect.objectContaining({ property_id: home, status: 'confirmed' })])
  })

  test('is held once, however often a model asks', async ({ t }) => {
    const { call, quote, held } = await hold(t)
    expect((await call('hold_stay', { quote, ...guest })).said).toEqual(held)
    const other = await call('hold_stay', { quote, ...guest, name: 'Somebody Else' })
    expect([other.isError, other.text]).toEqual([true, expect.stringMatching(/no longer available.*free_days/)])
    expect((await call('find_homes', { place: 'Lyon', ...days, ...party })).said.homes).toEqual([])
  })

  test('is asked to change only once the person has agreed', async ({ t }) => {
    const { owner, call, held } = await hold(t)
    const { handle, payment_url } = held
    await payAt(t, payment_url)
    const wish = { handle, check_out: inDays(44) }
    const wrong = await call('change_stay', { handle, check_out: 'later' })
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('check_out')])
    const dry = await call('change_stay', wish)
    expect(dry.said).toMatchObject({ before: { total: 340 }, after: { total: 440 }, asked: null })
    expect((await call('get_stay', { handle })).said).not.toHaveProperty('change_asked')
    for (const total of [undefined, 439]) {
      const { isError, text } = await call('change_stay', { ...wish, confirm: true, total })
      expect([isError, text]).toEqual([true, expect.stringContaining('The new total is 440 EUR')])
    }
    expect((await call('get_stay', { handle })).said).not.toHaveProperty('change_asked')
    expect((await call('change_stay', { ...wish, confirm: true, total: 440 })).said).toMatchObject({ asked: 'open' })
    expect((await call('get_stay', { handle })).said).toMatchObject({ change_asked: 'open', check_out: days.check_out })
    const { body } = await t.call('GET', '/reservations?as=owner', undefined, owner)
    expect(body.data).toEqual([expect.objectContaining({ check_out: days.check_out })])
  })

  test('is cancelled with a code that its guest is mailed, and never without', async ({ t }) => {
    const { call, held } = await hold(t)
    const { handle, payment_url } = held
    await payAt(t, payment_url)
    // The guest has opened a form of the link in a mail: the address is theirs.
    await t.db`update contacts set proved_email = email where email = ${guest.email}`
    expect((await call('cancel_stay', { handle })).said).toMatchObject({ refund_today: 340 })
    const asked = await call('cancel_stay', { handle, confirm: true })
    expect(asked.said.next).toMatch(/code of this mail/)
    const code = await codeFor(t, guest.email)
    const wrong = await call('cancel_stay', { handle, confirm: true, code: code === '000000' ? '000001' : '000000' })
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining('code')])
    expect((await call('get_stay', { handle })).said.status).toBe('confirmed')
    expect((await call('cancel_stay', { handle, confirm: true, code })).said).toMatchObject({ status: 'cancelled' })
    expect((await call('get_stay', { handle })).said.status).toBe('cancelled')
  })
})

describe('a tool refuses', () => {
  test('what breaks the rules of the home, and says what to do next', async ({ t }) => {
    const { home, call } = await company(t)
    const past = await call('quote_stay', { home, check_in: inDays(-3), check_out: inDays(-1) })
    const many = await call('quote_stay', { home, ...days, adults: 20 })
    for (const { isError, text } of [past, many])
      expect([isError, text]).toEqual([true, expect.stringContaining('free_days')])
    const wrong = await call('find_homes', { check_in: 'tomorrow', check_out: 'later' })
    expect(wrong.text).toMatch(/check_in.*Correct these fields/)
  })

  test('to hold a home that guests cannot book at once, whatever was quoted', async ({ t }) => {
    for (const [change, reason] of [
      [{ instant_book: false }, 'on request'],
      [{ status: 'draft' }, 'Take home from find_homes'],
    ] as const) {
      const { owner, home, call } = await company(t)
      const { said } = await call('quote_stay', { home, ...days, ...party })
      expect((await t.call('PUT', `/properties/${home}`, change, owner)).status).toBe(200)
      const { isError, text } = await call('hold_stay', { quote: said.quote, ...guest })
      expect([isError, text]).toEqual([true, expect.stringContaining(reason)])
      const { body } = await t.call('GET', '/reservations?as=owner', undefined, owner)
      expect(body.data).toEqual([])
    }
  })

  test('to say that a hold lives which has ended', async ({ t }) => {
    const { owner, call, quote } = await hold(t)
    const { body } = await t.call('GET', '/reservations?as=owner', undefined, owner)
    const [{ id }] = body.data
    expect((await t.call('POST', `/reservations/${id}/cancel`, { refund: 'all' }, owner)).status).toBe(200)
    const { isError, text } = await call('hold_stay', { quote, ...guest })
    expect([isError, text]).toEqual([true, expect.stringContaining('quote_stay')])
  })

  test('arguments that only a company has', async ({ t }) => {
    const { home, call, quote } = await hold(t)
    for (const given of [
      { pay: 'later' },
      { force_rules: true },
      { replaces_closure: true },
      { price: { amount: 1 } },
    ]) {
      const { isError, text } = await call('hold_stay', { quote, ...guest, ...given })
      expect([isError, text]).toEqual([true, expect.stringContaining(Object.keys(given)[0] ?? '')])
    }
    expect((await call('get_home', { home: `${home}/../../user` })).isError).toBe(true)
  })

  test('homes and stays that are not of its key', async ({ t }) => {
    const { owner, home, held } = await hold(t)
    const second = await t.home(owner, { city_id: LYON })
    const limited = assistantOf(
      t,
      await makeKey(t, owner, { kind: 'assistant', scopes: BOOKING_SCOPES, property_ids: [second] }),
    )
    const { homes } = (await limited.call('find_homes', { place: 'Lyon' })).said
    expect(homes.map((one: { home: string }) => one.home)).toEqual([second])
    const strangers = await company(t)
    for (const { call } of [limited, strangers]) {
      for (const [name, args] of [
        ['get_home', { home }],
        ['free_days', { home }],
        ['quote_stay', { home, ...days }],
        ['get_stay', { handle: held.handle }],
        ['change_stay', { handle: held.handle, adults: 1, confirm: true }],
        ['cancel_stay', { handle: held.handle, confirm: true }],
        ['get_stay', { handle: '1.none' }],
      ] as const) {
        const { isError, text } = await call(name, args)
        expect([name, isError, text]).toEqual([name, true, expect.stringContaining('Take home from find_homes')])
      }
    }
    const draft = await t.home(owner, { city_id: LYON, status: 'draft' })
    expect((await strangers.call('get_home', { home: draft })).isError).toBe(true)
    const own = assistantOf(t, await makeKey(t, owner, { kind: 'assistant', scopes: BOOKING_SCOPES }))
    expect((await own.call('get_home', { home: draft })).isError).toBe(true)
  })
})
