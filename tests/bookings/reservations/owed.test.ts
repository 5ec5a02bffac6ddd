import { expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { paid, reserved } from '../../support/payments.ts'
import type { Random } from '../../support/random.ts'
import { seeded } from '../../support/seed.ts'

interface Payment {
  kind: string
  status: string
  due_on: string | null
  rest_cents: number | null
  dispute_status: string | null
  /** Refunds of one receipt, the first one first. */
  refunds: string[]
}

interface Stay {
  id: number
  home: string
  owner: TestUser
  guest: TestUser
  status: string
  balance_due_on: string | null
  /** The day at the home. */
  today: string
  payments: Payment[]
}

const ZONES = ['Pacific/Kiritimati', 'Europe/Paris', 'Pacific/Pago_Pago']
const STATES = ['confirmed', 'completed', 'pending', 'cancelled', 'inquiry', 'checked_in']
const PAID_STATES = ['unpaid', 'paid', 'failed', 'processing', 'cancelled', 'refunded']

/** Stays of two owners and two guests, made as rows: all states, zones and kinds of money, with days around today. */
async function randomStays(t: TestApp, random: Random): Promise<Stay[]> {
  const guests = [await t.user(), await t.user()]
  const homes: { owner: TestUser; id: string; today: string }[] = []
  for (const owner of [await t.user(), await t.user()])
    for (const zone of ZONES) {
      const id = await t.home(owner)
      const [{ today } = { today: '' }] = await t.db<{ today: string }[]>`
        update properties set timezone = ${zone} where id = ${id} returning (now() at time zone ${zone})::date::text as today`
      homes.push({ owner, id, today })
    }
  const stays: Stay[] = []
  for (let index = 0; index < 120; index++) {
    const { owner, today, id: home } = random.pick(homes)
    const [guest, status] = [random.pick(guests), random.pick(STATES)]
    const holds = status === 'pending' || status === 'inquiry' ? 1 : null
    const balance_due_on = random.pick([inDays(3), null])
    const kinds = random.pick([
      [],
      ['booking'],
      ['booking', 'balance'],
      ['booking', 'change'],
      ['booking', 'supplement'],
    ])
    const balance_made = balance_due_on !== null && kinds.includes('balance') && random.below(2) === 0
    const [{ id } = { id: 0 }] = await t.db<{ id: number }[]>`
      insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency,
        balance_due_on, balance_made, hold_expires_at)
      values (${home}, ${guest.id}, ${inDays(index % 9)}, ${inDays(10)}, 2, ${status}, '{}', 30000, 9000, 'EUR', ${balance_due_on},
        ${balance_made}, now() + ${holds} * interval '1 hour')
      returning id`
    const payments = kinds.map((kind): Payment => {
      const hasRest = kind === 'booking' && balance_due_on !== null
      const day = inDays(random.below(5) - 2)
      return {
        kind,
        status: random.pick(PAID_STATES),
        due_on: kind === 'balance' ? day : random.pick([day, null]),
        rest_cents: hasRest ? 21_000 : null,
        dispute_status: random.pick([null, null, 'needs_response', 'under_review', 'won', 'lost', 'warning_closed']),
        refunds: random.pick([
          [],
          [],
          ['failed'],
          ['failed', 'succeeded'],
          ['pending', 'failed'],
          ['failed', 'failed'],
        ]),
      }
    })
    for (const { refunds, ...payment } of payments) await addPayment(t, id, payment, refunds)
    stays.push({ id, home, owner, guest, status, balance_due_on, today, payments })
  }
  return stays
}

async function addPayment(t: TestApp, reservation_id: number, payment: Omit<Payment, 'refunds'>, refunds: string[]) {
  const { kind, status, due_on, rest_cents, dispute_status } = payment
  const [{ id } = { id: 0 }] = await t.db<{ id: number }[]>`
    insert into payments (reservation_id, kind, title, amount_cents, currency, status, due_on, rest_cents, rest_due_on, dispute_status,
      disputed_at)
    values (${reservation_id}, ${kind}, 'x', 9000, 'EUR', ${status}, ${due_on}, ${rest_cents}, ${rest_cents && inDays(3)},
      ${dispute_status}, ${dispute_status && inDays(0)})
    returning id`
  const intent = `pi_owed_${id}`
  await t.db`
    insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency) values (${intent}, ${id}, 'mismatch', 9000, 'EUR')`
  for (const refund of refunds)
    await t.db`
      insert into refunds (payment_id, payment_intent_id, amount_cents, source, status)
      values (${id}, ${intent}, 100, 'api', ${refund})`
}

const isDue = ({ status }: Payment) => ['unpaid', 'processing', 'failed'].includes(status)
const isAsked = (payment: Payment) => ['booking', 'change'].includes(payment.kind) && isDue(payment)
const isLate = (payment: Payment, today: string) =>
  payment.due_on === null || (payment.kind === 'balance' && payment.status === 'failed') || payment.due_on < today

/** The rules of each list, as `GET /reservations` describes them, for one stay alone. */
const RULES: Record<string, (stay: Stay) => boolean> = {
  unpaid: (stay) => isHeld(stay) && stay.payments.some(isAsked),
  balance: (stay) => isHeld(stay) && !stay.payments.some(isAsked) && owesBalance(stay),
  overdue: (stay) =>
    isHeld(stay) && stay.payments.some((one) => one.kind !== 'supplement' && isDue(one) && isLate(one, stay.today)),
  disputed: ({ payments }) =>
    payments.some((one) => one.dispute_status === 'needs_response' || one.dispute_status === 'under_review'),
  refund_failed: ({ payments }) => payments.some(({ refunds }) => refunds.at(-1) === 'failed'),
}

const isHeld = ({ status }: Stay) => ['pending', 'confirmed', 'checked_in', 'completed'].includes(status)

function owesBalance({ payments, balance_due_on }: Stay): boolean {
  const balance = payments.find(({ kind }) => kind === 'balance')
  if (balance) return isDue(balance)
  return balance_due_on !== null && payments.some(({ kind, rest_cents }) => kind === 'booking' && rest_cents !== null)
}

test('a list of open money has the stays that its rule fits, for their owner, their guest and the staff', async ({
  t,
}) => {
  const stays = await randomStays(t, seeded())
  const staff = await t.user({ role: 'support' })
  const readers = [...new Set(stays.flatMap(({ owner, guest }) => [owner, guest]))]
  for (const [open, fits] of Object.entries(RULES)) {
    const expected = stays.filter(fits)
    expect(expected.length, open).toBeGreaterThan(5)
    for (const reader of readers) {
      const own = expected.filter(({ owner, guest }) => owner === reader || guest === reader)
      const as = stays.some(({ owner }) => owner === reader) ? 'owner' : 'guest'
      const { body } = await list(t, reader, { open, as })
      expect([open, as, idsOf(body)]).toEqual([open, as, own.map(({ id }) => id)])
      expect(body.meta.total).toBe(own.length)
    }
    for (const [home, own] of Map.groupBy(stays, (stay) => stay.home)) {
      const { body } = await list(t, staff, { open, as: 'all', property_id: home })
      expect([open, idsOf(body)]).toEqual([open, own.filter(fits).map(({ id }) => id)])
    }
  }
})

const list = (t: TestApp, reader: TestUser, query: Record<string, string>) =>
  t.call('GET', `/reservations?${new URLSearchParams({ per_page: '100', ...query })}`, undefined, reader)
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id).toSorted((one, other) => one - other)

test('what was paid before payments had a payee is found when it is open again', async ({ t }) => {
  const { owner, id } = await paid(t)
  await t.db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update payments set payee_id = null where reservation_id = ${id}`
  })
  await t.db`update payments set status = 'failed' where reservation_id = ${id}`
  expect(idsOf((await list(t, owner, { open: 'unpaid', as: 'owner' })).body)).toEqual([id])
})

test('an open payment has no payee while its stay is given up, and has it again with the stay', async ({ t }) => {
  const { owner, guest, id } = await reserved(t)
  const open = async () => idsOf((await list(t, owner, { open: 'unpaid', as: 'owner' })).body)
  const payee = async () => (await t.db`select payee_id, status from payments where reservation_id = ${id}`)[0]
  expect([await open(), await payee()]).toEqual([[id], { payee_id: owner.id, status: 'unpaid' }])
  expect((await t.call('POST', `/reservations/${id}/cancel`, {}, guest)).status).toBe(200)
  expect([await open(), await payee()]).toEqual([[], { payee_id: null, status: 'unpaid' }])
  await t.db`update reservations set status = 'confirmed' where id = ${id}`
  expect([await open(), await payee()]).toEqual([[id], { payee_id: owner.id, status: 'unpaid' }])
})

test('a home with stays keeps its owner, and a stay moves between homes of one owner', async ({ t }) => {
  const { home, owner, id } = await reserved(t)
  const other = await t.user()
  const [same, foreign] = [await t.home(owner), await t.home(other)]
  await expect(t.db`update properties set owner_id = ${other.id} where id = ${home}`).rejects.toMatchObject({
    code: '23514',
  })
  await expect(t.db`update reservations set property_id = ${foreign} where id = ${id}`).rejects.toMatchObject({
    code: '23514',
  })
  await t.db`update properties set owner_id = ${other.id} where id = ${same}`
  await t.db`update properties set owner_id = ${owner.id} where id = ${same}`
  await t.db`update reservations set property_id = ${same} where id = ${id}`
  expect(idsOf((await list(t, owner, { open: 'unpaid', as: 'owner', property_id: same })).body)).toEqual([id])
})
