import { expect } from 'vitest'
import { z } from 'zod'
import type { FieldProblems } from '../../../src/platform/http/errors.ts'
import { problemsOf } from '../../../src/platform/http/issues.ts'
import { test } from '../../support/app.ts'
import { bookedByHand } from '../../support/stay-page.ts'

interface Forms {
  path: string[]
  field: z.ZodType
  forms: readonly unknown[]
}

/** Lists the fields of a body that take one of several forms, at any depth outside lists. */
function formsIn(schema: unknown, path: string[] = []): Forms[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => formsIn(field, [...path, name]))
  if (schema instanceof z.ZodUnion) return [{ path, field: schema, forms: schema.options }]
  if (schema instanceof z.ZodPipe) return formsIn(schema.in, path)
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  return isWrapped ? formsIn(schema.unwrap(), path) : []
}

const bodyWith = (path: string[], value: unknown): unknown =>
  path.reduceRight((inner: unknown, name) => ({ [name]: inner }), value)

/** The problems of a field and of what is in it. */
function problemsAt(schema: z.ZodType, path: string[], value: unknown): FieldProblems {
  const { error } = schema.safeParse(bodyWith(path, value), { reportInput: true })
  const at = path.join('.')
  const all = Object.entries(problemsOf(error?.issues ?? []))
  return Object.fromEntries(all.filter(([field]) => field === at || field.startsWith(`${at}.`)))
}

const codesOf = (problems: FieldProblems) =>
  Object.fromEntries(Object.entries(problems).map(([field, each]) => [field, each.map(({ code }) => code)]))

test('a field that takes one of several forms has one problem, at the field that is wrong', ({ t }) => {
  const tried: string[] = []
  for (const { schema: { body, operationId } = {} } of t.app.declaredRoutes) {
    if (!(body instanceof z.ZodType)) continue
    for (const { path, field, forms } of formsIn(body)) {
      const at = path.join('.')
      tried.push(`${operationId} ${at}`)
      for (const wrong of ['neither', true, ['x']]) {
        if (field.safeParse(wrong).success) continue
        const codes = codesOf(problemsAt(body, path, wrong))
        expect([operationId, wrong, codes]).toEqual([operationId, wrong, { [at]: [expect.any(String)] }])
      }
      const object = forms.find((form) => form instanceof z.ZodObject)
      if (!object) continue
      const fields = Object.keys(object.shape)
      const required = fields.filter((name) => !object.shape[name].safeParse(undefined).success)
      const missing = Object.fromEntries(required.map((name) => [`${at}.${name}`, ['required']]))
      expect([operationId, codesOf(problemsAt(body, path, {}))]).toEqual([operationId, missing])
      expect([operationId, codesOf(problemsAt(body, path, { surprise: 1 }))]).toEqual([
        operationId,
        { ...missing, [`${at}.surprise`]: ['unknown_field'] },
      ])
      for (const name of fields) {
        const problems = problemsAt(body, path, { [name]: { x: 1 } })
        expect([operationId, Object.keys(problems)]).toEqual([operationId, expect.arrayContaining([`${at}.${name}`])])
        expect([operationId, Object.keys(problems)]).toEqual([operationId, expect.not.arrayContaining([at])])
      }
    }
  }
  expect(tried).toEqual(expect.arrayContaining(['bookByHand price', 'cancelReservation refund']))
})

test('a price with a reason is refused for the reason, and nothing else', async ({ t }) => {
  const { owner, id, home } = await bookedByHand(t)
  const asked = [
    ['POST', `/reservations/${id}/cancel`, { refund: { amount: 1, reason: 'x' } }, 'refund.reason'],
    ['POST', `/reservations/${id}/change`, { price: { amount: 100, reason: 'x' } }, 'price.reason'],
    ['POST', `/properties/${home}/reservations`, { price: { amount: 100, reason: 'x' } }, 'price.reason'],
  ] as const
  for (const [method, path, body, field] of asked) {
    const answer = await t.call(method, path, body, owner)
    const [outer = ''] = field.split('.')
    const named = Object.entries(answer.body.errors as Record<string, { code: string }[]>)
    expect([path, answer.status, named.filter(([name]) => name.startsWith(outer))]).toEqual([
      path,
      400,
      [[field, [expect.objectContaining({ code: 'unknown_field' })]]],
    ])
  }
})
