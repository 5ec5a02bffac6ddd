import { expect } from 'vitest'
import { GOES_ON, TAKES_PLACE } from '../../../src/bookings/states/states.ts'
import { isDue, isIdle, isOfPrice } from '../../../src/money/payments/states.ts'
import { PAYMENT_KIND, PAYMENT_STATUS, RESERVATION_STATUS } from '../../../src/platform/db/enums.ts'
import { test } from '../../support/app.ts'

test('sets of states are the same in TypeScript and in SQL', async ({ t }) => {
  const stays = await t.db<{ status: (typeof RESERVATION_STATUS)[number]; takes_place: boolean; goes_on: boolean }[]>`
    select status, stay_takes_place(status) as takes_place, stay_goes_on(status) as goes_on
    from unnest(enum_range(null::reservation_status)) status`
  expect(stays.map(({ status }) => status)).toEqual(RESERVATION_STATUS)
  for (const { status, takes_place, goes_on } of stays)
    expect([status, TAKES_PLACE.has(status), GOES_ON.includes(status)]).toEqual([status, takes_place, goes_on])

  const payments = await t.db<{ status: (typeof PAYMENT_STATUS)[number]; due: boolean; idle: boolean }[]>`
    select status, payment_is_due(status) as due, payment_is_idle(status) as idle
    from unnest(enum_range(null::payment_status)) status`
  expect(payments.map(({ status }) => status)).toEqual(PAYMENT_STATUS)
  for (const { status, due, idle } of payments)
    expect([status, isDue(status), isIdle(status)]).toEqual([status, due, idle])

  const kinds = await t.db<{ kind: (typeof PAYMENT_KIND)[number]; of_price: boolean }[]>`
    select name as kind, payment_is_of_price(name) as of_price from payment_kinds order by name`
  expect(kinds).toEqual(PAYMENT_KIND.map((kind) => ({ kind, of_price: isOfPrice(kind) })))
})

test('a stay that goes on takes place, and is open; what is due and idle is due, and nothing due is made', async ({
  t,
}) => {
  expect(
    await t.db`
      select status from unnest(enum_range(null::reservation_status)) status
      where stay_goes_on(status) and not (stay_takes_place(status) and stay_is_open(status))`,
  ).toEqual([])
  expect(
    await t.db`
      select status from unnest(enum_range(null::payment_status)) status
      where payment_is_idle(status) and not payment_is_due(status) or payment_is_made(status) and payment_is_due(status)`,
  ).toEqual([])
})

test('PostgreSQL inlines the functions of prices and states', async ({ t }) => {
  const rows = await t.db`
    explain (verbose) select price_of_night(n, 2, 3, 4, n), reduction_of(n, 5), stay_takes_place(r.status), stay_goes_on(r.status),
      stay_is_open(r.status), payment_is_due(p.status), payment_is_idle(p.status), payment_is_made(p.status),
      payment_is_of_price(p.kind)
    from generate_series(1, 3) n, reservations r, payments p`
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('COALESCE')
  expect(plan).not.toMatch(/price_of_night|reduction_of|stay_\w+\(|payment_is/)
})
