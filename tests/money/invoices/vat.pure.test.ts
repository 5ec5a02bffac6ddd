import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditOf, taxed as taxedLine, totalsByRate, vatByRate, vatWithin } from '../../../src/money/invoices/vat.ts'
import type { DocumentLine } from '../../../src/money/payments/plugin.ts'

const taxed = (label: string, cents: number, rate: number) => taxedLine({ code: 'supplement', label }, cents, rate)

/** Lines by rate, as `[rate, amount, tax]`. */
const facts = (lines: Omit<DocumentLine, 'label'>[]) =>
  lines.map(({ vat_hundredths, amount_cents, vat_cents }) => [vat_hundredths, amount_cents, vat_cents])

test('tax is within the amount, rounded half up, and negative in what is given back', () => {
  expect([11_000, 105, 104, 0, -11_000, -105, -104].map((cents) => vatWithin(cents, 1_000))).toEqual([
    1_000, 10, 9, 0, -1_000, -10, -9,
  ])
  // Half of the amount is tax at 100 %.
  expect(vatWithin(5, 10_000)).toBe(3)
  expect(vatWithin(-5, 10_000)).toBe(-3)
  expect(vatWithin(12_345, 0)).toBe(0)
  expect(taxed('Clé', -11_000, 1_000)).toEqual({
    code: 'supplement',
    label: 'Clé',
    amount_cents: -11_000,
    vat_hundredths: 1_000,
    vat_cents: -1_000,
  })
})

const LINES = [
  taxed('stay', 11_000, 1_000),
  taxed('tax', 400, 0),
  taxed('key', 5_500, 1_000),
  taxed('wine', 1_200, 2_000),
]

test('sums by rate, lowest rate first, and the tax by rate, highest first', () => {
  expect(facts(totalsByRate(LINES))).toEqual([
    [0, 400, 0],
    [1_000, 16_500, 1_500],
    [2_000, 1_200, 200],
  ])
  expect(vatByRate(LINES)).toEqual([
    { vat_hundredths: 2_000, vat_cents: 200 },
    { vat_hundredths: 1_000, vat_cents: 1_500 },
  ])
  expect(vatByRate([])).toEqual([])
})

describe('credit notes', () => {
  const INVOICE = [taxed('stay', 11_000, 1_000), taxed('tax', 1_000, 0)]

  test('credit the same share of every rate, with its code and a label', () => {
    expect(creditOf(INVOICE, [], 6_000, 'Refund')).toEqual([
      { code: 'supplement', label: 'Refund', vat_hundredths: 0, amount_cents: -500, vat_cents: 0 },
      { code: 'supplement', label: 'Refund', vat_hundredths: 1_000, amount_cents: -5_500, vat_cents: -500 },
    ])
  })

  test('credit what is left after earlier ones, and charge again what failed', () => {
    const first = creditOf(INVOICE, [], 6_000, 'x')
    expect(facts(creditOf(INVOICE, first, 6_000, 'x'))).toEqual([
      [0, -500, 0],
      [1_000, -5_500, -500],
    ])
    expect(facts(creditOf(INVOICE, first, -6_000, 'x'))).toEqual([
      [0, 500, 0],
      [1_000, 5_500, 500],
    ])
  })

  test('have the tax of what goes back at a rate, not of its share before rounding', () => {
    expect(facts(creditOf([taxed('a', 11, 1_000), taxed('b', 11, 0)], [], 11, 'x'))).toEqual([
      [0, -6, 0],
      [1_000, -5, 0],
    ])
  })

  test('leave out rates of which nothing goes back', () => {
    expect(facts(creditOf(INVOICE, [taxed('x', -1_000, 0)], 11_000, 'x'))).toEqual([[1_000, -11_000, -1_000]])
  })

  test('give back a cent of tax of lines that sum to nothing with the whole', () => {
    // 3 × 0.05 have 3 cents of tax of 100 %, rounded each; -0.15 have 8 together.
    const odd = [...[1, 2, 3].map(() => taxed('x', 5, 10_000)), taxed('x', -15, 10_000), taxed('y', 100, 0)]
    expect(facts(totalsByRate(odd))).toEqual([
      [0, 100, 0],
      [10_000, 0, 1],
    ])
    const half = creditOf(odd, [], 50, 'x')
    expect(facts(half)).toEqual([
      [0, -50, 0],
      [10_000, 0, -1],
    ])
    expect(facts(creditOf(odd, half, 50, 'x'))).toEqual([[0, -50, 0]])
    expect(facts(creditOf(odd, [], 49, 'x'))).toEqual([[0, -49, 0]])
  })

  test('of any parts of any invoice add up, whatever fails in between', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999 })
    const rate = fc.constantFrom(0, 550, 1_000, 2_000)
    const rates = fc.array(fc.tuple(rate, cents, cents, fc.integer({ min: 0, max: 100 })), {
      minLength: 1,
      maxLength: 5,
    })
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.boolean()), { maxLength: 12 })
    fc.assert(
      fc.property(rates, steps, (given, tried) => {
        const invoice = given.flatMap(([vat, a, b, percent]) => [
          taxed('a', a, vat),
          taxed('b', b, vat),
          taxed('reduction', -Math.floor(((a + b) * percent) / 100), vat),
        ])
        const total = invoice.reduce((sum, line) => sum + line.amount_cents, 0)
        fc.pre(total > 0)
        const notes: DocumentLine[] = []
        let back = 0
        const step = (amount: number) => {
          const lines = creditOf(invoice, notes, amount, 'x')
          expect(lines.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(-amount)
          notes.push(...lines)
          back += amount
          for (const { vat_hundredths, amount_cents } of totalsByRate(notes)) {
            const whole = totalsByRate(invoice).find((one) => one.vat_hundredths === vat_hundredths)?.amount_cents ?? 0
            expect(Math.abs((whole * back) / total + amount_cents)).toBeLessThanOrEqual(given.length)
          }
        }
        for (const [percent, fails] of tried) {
          const amount = Math.ceil(((total - back) * percent) / 100)
          if (amount === 0) break
          step(amount)
          if (fails) step(-amount)
        }
        if (back < total) step(total - back)
        const rest = totalsByRate([...invoice, ...notes])
        expect(rest.map(({ amount_cents, vat_cents }) => [amount_cents, vat_cents])).toEqual(rest.map(() => [0, 0]))
        // And back again, when all of it fails.
        step(-total)
        const again = totalsByRate(notes)
        expect(again.map(({ amount_cents, vat_cents }) => [amount_cents, vat_cents])).toEqual(again.map(() => [0, 0]))
      }),
      { numRuns: 2_000 },
    )
  })
})
