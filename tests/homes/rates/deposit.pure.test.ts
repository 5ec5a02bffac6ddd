import { describe, expect, test } from 'vitest'
import { price } from '../../support/pricing.ts'

describe('what is due at once, and what later', () => {
  test('a deposit splits the total', () => {
    const priced = price(
      { deposit_percent: 30, base_price_cents: 3_335 },
      { check_in: '2026-03-02', check_out: '2026-03-03' },
    )
    expect([priced.due_now_cents, priced.balance_cents]).toEqual([1_001, 2_334])
    expect(priced.balance_due_on).toBe('2026-01-31')
  })

  test.for([
    ['the day before the balance is due', { today: '2026-01-30' }, 1_001],
    ['the day on which it is due', { today: '2026-01-31' }, 3_335],
    ['a balance that is due on arrival', { today: '2026-03-01', balance_due_days: 0 }, 1_001],
    ['a rest that the provider would refuse', { today: '2026-01-01', deposit_percent: 99 }, 3_335],
    ['a deposit that the provider would refuse', { today: '2026-01-01', deposit_percent: 1 }, 3_335],
  ] as const)('%s', ([_name, { today, ...home }, due]) => {
    const stay = { check_in: '2026-03-02', check_out: '2026-03-03' }
    const priced = price({ deposit_percent: 30, base_price_cents: 3_335, ...home }, stay, { today })
    expect([priced.due_now_cents, priced.balance_due_on === null]).toEqual([due, due === 3_335])
  })

  test.for([
    ['the smallest deposit and the smallest rest', 100, 50, 50, '2026-01-31'],
    ['no deposit below the smallest', 99, 99, 0, null],
    ['the smallest total', 50, 50, 0, null],
    ['nothing is paid online below the smallest total', 49, 0, 49, null],
  ] as const)('%s', ([_name, base_price_cents, due, balance, dueOn]) => {
    const stay = { check_in: '2026-03-02', check_out: '2026-03-03' }
    const priced = price({ deposit_percent: 50, base_price_cents }, stay)
    expect([priced.due_now_cents, priced.balance_cents, priced.balance_due_on]).toEqual([due, balance, dueOn])
  })
})
