import { expect, test } from 'vitest'
import { type DisputeStage, takenCents } from '../../../src/money/stripe/disputes.ts'

const taken = (stage: DisputeStage, movements: [number, string][], currency = 'EUR') =>
  takenCents(
    {
      stage,
      amountCents: 30_000,
      currency,
      movements: movements.map(([amountCents, code]) => ({ amountCents, currency: code })),
    },
    'EUR',
  )

test('a dispute that is not decided says nothing of money, one that is won or closed has none', () => {
  for (const stage of ['open', 'unknown'] as const) expect(taken(stage, [[-30_000, 'EUR']])).toBeNull()
  for (const stage of ['won', 'closed'] as const) expect(taken(stage, [[-30_000, 'EUR']])).toBe(0)
})

test('a lost one has taken what the balance says in the currency of the payment, or else the disputed amount', () => {
  for (const stage of ['lost', 'appealed'] as const) {
    expect(taken(stage, [])).toBe(30_000)
    expect(taken(stage, [[-25_000, 'EUR']])).toBe(25_000)
    expect(
      taken(stage, [
        [-30_000, 'EUR'],
        [10_000, 'EUR'],
      ]),
    ).toBe(20_000)
    expect(
      taken(stage, [
        [-30_000, 'EUR'],
        [30_000, 'EUR'],
      ]),
    ).toBe(0)
    // An account that is kept in another currency.
    expect(taken(stage, [[-33_000, 'USD']])).toBe(30_000)
  }
})

test('one in another currency has taken what the balance says in ours, or what nobody can say', () => {
  expect(taken('lost', [[-28_000, 'EUR']], 'USD')).toBe(28_000)
  expect(taken('lost', [[-30_000, 'USD']], 'USD')).toBeUndefined()
  expect(taken('lost', [], 'USD')).toBeUndefined()
})

test('one that was prevented has taken money only where the balance shows it', () => {
  expect(taken('prevented', [])).toBe(0)
  expect(taken('prevented', [[-30_000, 'EUR']])).toBe(30_000)
  expect(taken('prevented', [[-33_000, 'USD']])).toBe(30_000)
  expect(taken('prevented', [], 'USD')).toBe(0)
})
