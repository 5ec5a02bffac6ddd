import { describe, expect } from 'vitest'
import { inDays, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import { channelScene, eventOf, sold } from '../../support/channels.ts'
import { makeKey } from '../../support/keys.ts'
import { bookThreeNights, paid, reserved } from '../../support/payments.ts'
import type { Random } from '../../support/random.ts'
import { seeded } from '../../support/seed.ts'
import { collect, DEPOSIT } from '../../support/settlement.ts'
import { balancesComeDue } from '../../support/stays.ts'
import { actingFor, joins } from '../../support/team.ts'

interface Listed {
  id: number
  property_id: string
  status: string
  check_in: string
  check_out: string
  amount_open: number | null
  payment_status: string | null
  labels: string[]
  created_at: string
}

type Caller = TestUser | { token: string; headers?: Record<string, string> }

const list = (t: TestApp, caller: Caller, query: Record<string, string>) =>
  t.call('GET', `/reservations?${new URLSearchParams(query)}`, undefined, caller)
const idsOf = async (t: TestApp, caller: Caller, query: Record<string, string>): Promise<number[]> =>
  (await list(t, caller, { as: 'owner', ...query })).body.data.map(({ id }: Listed) => id)

/** Stays of all states and kinds of money in homes of two owners, made as rows; the second owner's are alike. */
async function randomStays(t: TestApp, random: Random) {
  const [owner, other, guest] = [await t.user(), await t.user(), await t.user()]
  const homes = await Promise.all([t.home(owner), t.home(owner), t.home(owner)])
  const foreign = await t.home(other)
  for (let index = 0; index < 90; index++) {
    const from = random.below(20) - 5
    const status = random.pick(['confirmed', 'completed', 'pending', 'cancelled', 'inquiry', 'checked_in'])
    const holds = status === 'pending' || status === 'inquiry' ? 1 : null
    const balance_due_on = random.pick([inDays(3), null])
    const labels = random.pick([[], ['VIP'], ['VIP', 'late'], ['late'], ['vip']])
    const [row] = await t.db<{ id: number }[]>`
      insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents,
        currency, balance_due_on, hold_expires_at, labels, created_at)
      values (${index % 4 === 3 ? foreign : random.pick(homes)}, ${guest.id}, ${inDays(from)}, ${inDays(from + 1 + random.below(6))}, 2, ${status},
        '{}', 30000, 9000, 'EUR', ${balance_due_on}, now() + ${holds} * interval '1 hour', ${labels},
        now() - ${random.below(5)} * interval '1 minute')
      returning id`
    for (const kind of random.pick([[], ['booking'], ['booking', 'balance'], ['booking', 'change']])) {
      const hasRest = kind === 'booking' && balance_due_on !== null
      await t.db`
        insert into payments (reservation_id, kind, title, amount_cents, currency, status, due_on, rest_cents, rest_due_on)
        values (${row?.id ?? 0}, ${kind}, 'x', 9000, 'EUR',
          ${random.pick(['unpaid', 'paid', 'failed', 'processing', 'cancelled', 'refunded'])}, ${inDays(3)},
          ${hasRest ? 21_000 : null}, ${hasRest ? balance_due_on : null})`
    }
  }
  return { owner, homes }
}

/** Conditions that answers can be checked by, and their values. */
const FILTERS: Record<string, { of: (random: Random) => string; fits: (stay: Listed, value: string) => boolean }> = {
  arrives_from: { of: (random) => inDays(random.below(20) - 5), fits: ({ check_in }, day) => check_in >= day },
  arrives_to: { of: (random) => inDays(random.below(20) - 5), fits: ({ check_in }, day) => check_in <= day },
  departs_from: { of: (random) => inDays(random.below(20) - 5), fits: ({ check_out }, day) => check_out >= day },
  departs_to: { of: (random) => inDays(random.below(20) - 5), fits: ({ check_out }, day) => check_out <= day },
  from: { of: (random) => inDays(random.below(20) - 5), fits: ({ check_out }, day) => check_out >= day },
  status: { of: (random) => random.pick(['confirmed', 'pending']), fits: ({ status }, value) => status === value },
  label: { of: (random) => random.pick(['VIP', 'late', 'none']), fits: ({ labels }, value) => labels.includes(value) },
}

const ORDERS: Record<string, (one: Listed, other: Listed) => number> = {
  arrival: (one, other) => one.check_in.localeCompare(other.check_in) || one.id - other.id,
  departure: (one, other) => one.check_out.localeCompare(other.check_out) || one.id - other.id,
  created: (one, other) => one.created_at.localeCompare(other.created_at) || one.id - other.id,
  '-created': (one, other) => other.created_at.localeCompare(one.created_at) || other.id - one.id,
}

test('a filtered list is the whole list without what does not fit, in its order, and pages are parts of it', async ({
  t,
}) => {
  const random = seeded()
  const { owner, homes } = await randomStays(t, random)
  const whole: Listed[] = (await list(t, owner, { as: 'owner', per_page: '100' })).body.data
  expect(whole.length).toBe(68)
  const open = [
    await idsOf(t, owner, { open: 'unpaid', per_page: '100' }),
    await idsOf(t, owner, { open: 'balance', per_page: '100' }),
  ]
  expect(open.flat().toSorted((a, b) => a - b)).toEqual(
    whole.flatMap(({ id, amount_open }) => (amount_open ? [id] : [])).toSorted((a, b) => a - b),
  )
  for (let round = 0; round < 40; round++) {
    const names = Object.keys(FILTERS).filter(() => random.below(3) === 0)
    const query = Object.fromEntries(names.map((name) => [name, FILTERS[name]?.of(random) ?? '']))
    if (query.arrives_from && query.arrives_to && query.arrives_from > query.arrives_to) delete query.arrives_to
    if (query.departs_from && query.departs_to && query.departs_from > query.departs_to) delete query.departs_to
    const home = random.below(3) === 0 ? random.pick(homes) : undefined
    const kind = random.pick(['', 'unpaid', 'balance'])
    const sort = random.pick(Object.keys(ORDERS))
    const fitting = whole
      .filter((stay) => Object.entries(query).every(([name, value]) => FILTERS[name]?.fits(stay, value)))
      .filter(({ property_id }) => home === undefined || property_id === home)
      .filter(({ id }) => kind === '' || open[kind === 'unpaid' ? 0 : 1]?.includes(id))
      .toSorted(ORDERS[sort])
      .map(({ id }) => id)
    const asked = { ...query, ...(home && { property_id: home }), ...(kind && { open: kind }), sort, as: 'owner' }
    const { body } = await list(t, owner, { ...asked, per_page: '7' })
    expect([body.meta.total, body.data.map(({ id }: Listed) => id)], JSON.stringify(asked)).toEqual([
      fitting.length,
      fitting.slice(0, 7),
    ])
    expect(await idsOf(t, owner, { ...asked, per_page: '7', page: '2' })).toEqual(fitting.slice(7, 14))
  }
})

describe('open amounts', () => {
  test('are of the booking until that is paid, then of the balance until that is', async ({ t }) => {
    const { owner, id, url } = await reserved(t, DEPOSIT)
    const both = async () => [await idsOf(t, owner, { open: 'unpaid' }), await idsOf(t, owner, { open: 'balance' })]
    expect(await both()).toEqual([[id], []])
    await t.deliver(t.pay(url))
    expect(await both()).toEqual([[], [id]])
    await balancesComeDue(t, id)
    await collect(t)
    const paidUp = (await list(t, owner, { as: 'owner' })).body.data[0].amount_open === 0
    expect(await both()).toEqual([[], paidUp ? [] : [id]])
  })

  test('of a stay that ended before it was paid are none', async ({ t }) => {
    const { owner, guest, id } = await reserved(t)
    expect((await t.call('POST', `/reservations/${id}/cancel`, {}, guest)).status).toBe(200)
    expect(await idsOf(t, owner, { open: 'unpaid' })).toEqual([])
  })
})

describe('a search by contact', () => {
  const PHONE = '+33 6 12 34 56 78'

  test('finds a guest by address and telephone as soon as the company sees them, and not before', async ({ t }) => {
    const { owner, guest, id, url } = await reserved(t)
    await t.call('PUT', '/user', { phone: PHONE }, guest)
    const searches = [
      guest.email,
      guest.email.toUpperCase(),
      '06 12 34 56 78',
      '612.345',
      '+33612345678',
      '0033612345678',
    ]
    for (const q of searches) expect(await idsOf(t, owner, { q }), q).toEqual([])
    expect(await idsOf(t, owner, { q: 'lovelace' })).toEqual([id])
    await t.deliver(t.pay(url))
    for (const q of searches) expect(await idsOf(t, owner, { q }), q).toEqual([id])
    for (const q of ['99 99', '12', '%', '_', '+', '()']) expect(await idsOf(t, owner, { q }), q).toEqual([])
    // A year after departure nobody sees them.
    await t.db`update reservations set check_in = check_in - 500, check_out = check_out - 500 where id = ${id}`
    for (const q of searches) expect(await idsOf(t, owner, { q }), q).toEqual([])
  })

  test('needs `guests.read` of a key and of a member', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    const sees: [Caller, boolean][] = [
      [await makeKey(t, owner, { scopes: ['reservations.read'] }), false],
      [await makeKey(t, owner, { scopes: ['reservations.read', 'guests.read'] }), true],
      [await joins(t, owner, 'desk'), true],
      [await joins(t, owner, 'accountant'), false],
    ]
    for (const [caller, found] of sees) {
      expect(await idsOf(t, caller, { q: guest.email })).toEqual(found ? [id] : [])
      expect(await idsOf(t, caller, { q: 'lovelace' })).toEqual([id])
    }
    const limited = await joins(t, owner, 'desk', [await t.home(owner)])
    expect(await idsOf(t, limited, { q: guest.email })).toEqual([])
  })

  test('follows a guest who changes their name, address or telephone, and forgets who erases themselves', async ({
    t,
  }) => {
    const { owner, guest, id } = await paid(t)
    const found = async (q: string) => (await idsOf(t, owner, { q })).includes(id)
    expect(await found('lovelace')).toBe(true)
    await t.db`update users set last_name = 'Byron', phone = '+33 6 98 76 54 32' where id = ${guest.id}`
    expect([await found('byron'), await found('lovelace'), await found('76 54')]).toEqual([true, false, true])
    await t.db`update users set email = 'new@example.org' where id = ${guest.id}`
    expect([await found('new@example'), await found(guest.email)]).toEqual([true, false])
    await t.db`
      update users set deleted_at = now(), email = 'gone', phone = null, first_name = '', last_name = '' where id = ${guest.id}`
    for (const q of ['byron', 'new@example', '76 54']) expect(await found(q), q).toBe(false)
    expect(
      await t.db`select from stay_search where reservation_id = ${id} and words || reach ~ 'byron|example|[0-9]'`,
    ).toEqual([])
  })

  test('finds the newest thousand stays, and says no more of what everybody is called', async ({ t }) => {
    const { owner, id } = await paid(t)
    await t.db`
      insert into contacts (name, departs_on) select 'Crowd ' || n, current_date + 400 from generate_series(1, 1100) n`
    await t.db`
      insert into reservations (property_id, contact_id, check_in, check_out, adults, status, source, quote, total_cents, due_now_cents, currency)
      select r.property_id, c.id, r.check_in, r.check_out, 1, 'cancelled', 'channel', '{}', 0, 0, 'EUR'
      from reservations r, contacts c where r.id = ${id} and c.name like 'Crowd %'`
    const { body } = await list(t, owner, { as: 'owner', q: 'crowd' })
    expect([body.meta.total, body.data.length]).toEqual([1000, 20])
  })

  test('finds guests of channels, by their code too, and never those of other owners', async ({ t }) => {
    const { owner, deliver } = await channelScene(t)
    await deliver(eventOf(sold(30, 33)))
    const [{ id } = { id: 0 }] = await t.db<{ id: number }[]>`
      select id from reservations where ota_reservation_code = 'HM1234' order by id desc limit 1`
    const stranger = (await paid(t)).owner
    const support = await t.user({ role: 'support' })
    for (const q of ['alias@guest', '1555 0100', 'hm1234', 'Grace']) {
      expect(await idsOf(t, owner, { q }), q).toEqual([id])
      expect(await idsOf(t, stranger, { q }), q).toEqual([])
      expect(await idsOf(t, support, { q, as: 'all' }), q).toContain(id)
    }
  })

  test('of the staff finds an account only where its contact is shown', async ({ t }) => {
    const { guest, id, url } = await reserved(t)
    const support = await t.user({ role: 'support' })
    expect(await idsOf(t, support, { q: guest.email, as: 'all' })).toEqual([])
    await t.deliver(t.pay(url))
    expect(await idsOf(t, support, { q: guest.email, as: 'all' })).toEqual([id])
  })

  test('of a guest finds no contact', async ({ t }) => {
    const { guest } = await paid(t)
    const { body } = await list(t, guest, { as: 'guest', q: guest.email })
    expect(body.data).toEqual([])
  })
})

describe('a label', () => {
  isolated('is for the company, and does not show a member what their own stay was marked with', async ({ t }) => {
    const { owner, guest, home, id } = await paid(t)
    await t.call('PATCH', `/reservations/${id}`, { labels: ['VIP', 'late'] }, owner)
    expect(await idsOf(t, owner, { label: 'late' })).toEqual([id])
    const support = await t.user({ role: 'support' })
    expect(await idsOf(t, support, { label: 'late', as: 'all' })).toEqual([id])
    const refused = await list(t, guest, { label: 'VIP' })
    expect([refused.status, refused.body.errors.label]).toEqual([
      400,
      [expect.objectContaining({ code: 'of_company' })],
    ])
    await joins(t, owner, 'desk', [home], guest)
    expect(await idsOf(t, actingFor(guest, owner), { label: 'VIP' })).toEqual([])
    expect(await idsOf(t, actingFor(guest, owner), {})).toEqual([id])
  })
})

test('a guest filters their own stays by days and open amounts', async ({ t }) => {
  const { guest, home, id } = await paid(t)
  const open = await book(t, guest, stay(home, 50))
  const own = async (query: Record<string, string>) =>
    (await list(t, guest, query)).body.data.map((one: Listed) => one.id)
  expect(await own({ open: 'unpaid' })).toEqual([open.body.data.reservation_id])
  expect(await own({ arrives_to: inDays(30) })).toEqual([id])
  expect(await own({ sort: 'arrival' })).toEqual([id, open.body.data.reservation_id])
})

test('values that are none are named by their fields', async ({ t }) => {
  const owner = await t.user()
  for (const [query, field] of [
    [{ arrives_from: '2026-02-30' }, 'arrives_from'],
    [{ departs_to: 'today' }, 'departs_to'],
    [{ arrives_from: inDays(2), arrives_to: inDays(1) }, 'arrives_to'],
    [{ departs_from: inDays(2), departs_to: inDays(1) }, 'departs_to'],
    [{ open: 'paid' }, 'open'],
    [{ sort: 'price' }, 'sort'],
    [{ label: 'x'.repeat(31) }, 'label'],
    [{ cursor: 'x' }, 'cursor'],
  ] as [Record<string, string>, string][]) {
    const { status, body } = await list(t, owner, { as: 'owner', ...query })
    expect([status, Object.keys(body.errors ?? {})], JSON.stringify(query)).toEqual([400, [field]])
  }
})

test('stays in homes of others never appear, whatever is asked', async ({ t }) => {
  const { guest, home } = await paid(t)
  await bookThreeNights(t, guest, await t.home(await t.user()))
  const stranger = await t.user()
  await t.home(stranger)
  for (const query of [
    { q: guest.email },
    { open: 'unpaid' },
    { arrives_from: inDays(0) },
    { departs_to: inDays(99) },
    {},
  ])
    expect(await idsOf(t, stranger, query as Record<string, string>)).toEqual([])
  expect((await list(t, stranger, { as: 'owner', property_id: home })).status).toBe(404)
})
