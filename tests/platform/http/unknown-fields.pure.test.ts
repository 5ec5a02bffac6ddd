import { expect, test } from 'vitest'
import { z } from 'zod'
import { unknownFields } from '../../../src/platform/http/unknown-fields.ts'

const schema = z
  .object({
    name: z.string().optional(),
    home: z.object({ id: z.int() }).nullable().optional(),
    guest: z.object({ name: z.string() }).exactOptional(),
    rows: z.array(z.object({ day: z.string() })).default([]),
    facts: z.record(z.string(), z.string()).optional(),
    any: z.looseObject({}).optional(),
    price: z.union([z.object({ amount: z.int() }), z.object({ keep: z.boolean() })]).optional(),
  })
  .transform((value) => value)

const pathsIn = (value: unknown) => [...unknownFields(schema, value)].map(({ path }) => path.join('.'))

test('names fields at any depth, and nothing of what takes any field', () => {
  expect(pathsIn({ name: 'x', home: { id: 1 }, rows: [{ day: 'x' }], facts: { x: 'y' }, any: { x: 1 } })).toEqual([])
  expect(pathsIn({ nome: 'x', home: { id: 1, ID: 2 }, rows: [{ day: 'x' }, { Day: 'x' }] })).toEqual([
    'nome',
    'home.ID',
    'rows.1.Day',
  ])
  expect(pathsIn({ price: { keep: true, amount: 1 } })).toEqual([])
  expect(pathsIn({ price: { keeps: true } })).toEqual(['price.keeps'])
  expect(pathsIn({ guest: { name: 'x', Name: 'x' } })).toEqual(['guest.Name'])
  expect(pathsIn({ constructor: 1 })).toEqual(['constructor'])
  expect(pathsIn(null)).toEqual([])
  // Only where an address may be signed.
  expect(pathsIn({ signature: 'x', nome: 'x' })).toEqual(['signature', 'nome'])
  const signed = z.object({ signature: z.string().optional() })
  expect([...unknownFields(signed, { signature: 'x', utm_source: 'mail' })]).toEqual([])
})
