import fc from 'fast-check'
import { expect } from 'vitest'
import { splitPayment } from '../../../src/bookings/settlement/replace.ts'
import { test } from '../../support/rules.ts'
import { heldStay, paymentsOf } from '../../support/rules-of-money.ts'
import { DEPOSIT } from '../../support/settlement.ts'

test('the parts of a payment and what asks for the rest sum to it, however often it is split', async ({ rules }) => {
  const anyCuts = fc.array(fc.integer({ min: 1, max: 8_999 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(anyCuts, async (cuts) => {
      const { reservation_id, payment } = await heldStay(rules, DEPOSIT)
      let due = { id: payment.id, cents: payment.amount_cents }
      const parts: number[] = []
      for (const cut of cuts.filter((cents) => cents < due.cents)) {
        if (cut >= due.cents) continue
        const part = await splitPayment(rules.context, rules.tx, due.id, {
          part_cents: cut,
          rest_cents: due.cents - cut,
        })
        parts.push(part.amount_cents)
        const last = (await paymentsOf(rules, reservation_id)).find((one) => !one.has_successor)
        if (!last) throw new Error('nothing asks for the rest')
        due = last
      }
      const payments = await paymentsOf(rules, reservation_id)
      expect(parts.reduce((sum, cents) => sum + cents, due.cents)).toBe(9_000)
      // The balance to come, and the card for it, belong to the last of the line alone.
      expect(payments.filter(({ status, rest_cents }) => status === 'unpaid' && rest_cents !== null)).toMatchObject([
        { id: due.id, rest_cents: 21_000 },
      ])
    }),
    { numRuns: 20 },
  )
})
