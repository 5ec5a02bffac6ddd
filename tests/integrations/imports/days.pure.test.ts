import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PresentDay, stepsTo, type WantedDay } from '../../../src/integrations/imports/days.ts'
import { addDays, daysOf } from '../../../src/platform/lib/days.ts'

const FIRST = '2027-02-20'
const day = fc.integer({ min: 0, max: 20 }).map((count) => addDays(FIRST, count))
const price = fc.constantFrom(100, 200)
const wanted = fc.dictionary(
  day,
  fc.record(
    {
      row: fc.integer({ min: 2, max: 9 }),
      fields: fc.record({ price_per_night: price, min_stay: fc.constantFrom(1, 2) }, { requiredKeys: [] }),
      closed: fc.boolean(),
    },
    { requiredKeys: ['row', 'fields'] },
  ),
)
const present = fc.dictionary(
  day,
  fc.record({ isClosed: fc.boolean(), price_cents: fc.option(price), min_stay: fc.constantFrom(1, 2, null) }),
)

test('steps make days as they are wanted, touch no other, and none that is so already', () => {
  fc.assert(
    fc.property(wanted, present, (wants, has) => {
      const days = new Map<string, PresentDay>(Object.entries(has))
      const presentOf = (name: string) => days.get(name) ?? { isClosed: false }
      const map = new Map<string, WantedDay>(Object.entries(wants))
      const touched = new Set<string>()
      const { steps, changed } = stepsTo(map, presentOf)
      for (const { operation } of steps)
        for (const each of daysOf(operation.start_date, addDays(operation.end_date, 1))) {
          touched.add(each)
          const { action, price_per_night, min_stay } = operation
          days.set(each, {
            ...presentOf(each),
            ...(price_per_night !== undefined && { price_cents: price_per_night }),
            ...(min_stay !== undefined && { min_stay }),
            ...(action !== 'set_price' && { isClosed: action === 'block' }),
          })
        }
      for (const [name, { fields, closed }] of map) {
        const is = presentOf(name)
        expect([is.price_cents, is.min_stay, is.isClosed]).toEqual([
          fields.price_per_night ?? is.price_cents,
          fields.min_stay ?? is.min_stay,
          closed ?? is.isClosed,
        ])
      }
      expect([...touched].filter((name) => !map.has(name))).toEqual([])
      expect(touched.size).toBe(changed)
      expect(stepsTo(map, presentOf)).toEqual({ steps: [], changed: 0 })
    }),
  )
})

test('days that follow each other and need the same are one step', () => {
  const wants = daysOf(FIRST, addDays(FIRST, 10)).map((name, row) => [name, { row, fields: {}, closed: true }] as const)
  const { steps } = stepsTo(new Map(wants), () => ({ isClosed: false }))
  expect(steps.map(({ operation }) => operation)).toEqual([
    { action: 'block', start_date: FIRST, end_date: addDays(FIRST, 9) },
  ])
})
