import { describe, expect } from 'vitest'
import { exampleOf, operationsOf } from '../../support/access.ts'
import { alone, type TestApp, type TestUser, test } from '../../support/app.ts'
import { OWN_ROWS, type Pick, PUBLIC, rowOf } from '../../support/named-in-requests.ts'
import { world } from '../../support/world.ts'

/** Numbers and identifiers of nothing. */
const NO_NUMBER = 2_000_000_000
const NO_UUID = '01980000-0000-7000-8000-000000000000'

const asIs: Pick = (id) => id
const none: Pick = <Id extends number | string>(id: Id) =>
  (typeof id === 'string' && id.includes('-') ? NO_UUID : NO_NUMBER) as Id

async function ask(t: TestApp, operation: string, path: string, user: TestUser, body: object) {
  const [method = ''] = operation.split(' ')
  const values: [string, unknown][] = Object.entries(body)
  const fields = Object.fromEntries(values.filter((entry): entry is [string, Blob] => entry[1] instanceof Blob))
  const isForm = Object.keys(fields).length > 0
  const answer = isForm
    ? await t.form(path, fields, { token: user.token })
    : await t.call(method, path, ['GET', 'DELETE'].includes(method) ? undefined : body, user)
  return { status: answer.status, body: answer.body }
}

/** The rows of all operations. */
const rowsOf = (t: TestApp) =>
  operationsOf(t).flatMap((operation) => {
    const row = rowOf(operation.name)
    return row ? [[operation.name, { body: () => exampleOf(operation), ...row }] as const] : []
  })

describe('what is not yours', () => {
  test('is told apart from what does not exist by no operation', async ({ t }) => {
    const ids = await world(t)
    const different: Record<string, unknown> = {}
    for (const [operation, { path, body, stranger = 404 }] of rowsOf(t)) {
      const about = (pick: Pick) => ask(t, operation, path(ids, pick), ids.stranger, body(ids, pick))
      const [hidden, absent] = [await about(asIs), await about(none)]
      const isSame = JSON.stringify(hidden) === JSON.stringify(absent) && hidden.status === stranger
      if (!isSame) different[operation] = { hidden, absent }
    }
    expect(different).toEqual({})
  })

  alone('and may be seen is 403', async ({ t }) => {
    const ids = await world(t)
    const others: Record<string, unknown> = {}
    for (const [operation, { path, body, seen }] of rowsOf(t)) {
      if (!seen) continue
      const { status } = await ask(t, operation, seen.path?.(ids) ?? path(ids, asIs), seen.by(ids), body(ids, asIs))
      if (status !== 403) others[operation] = status
    }
    expect(others).toEqual({})
  })

  test('is looked at for every operation with something in its path', ({ t }) => {
    const named = operationsOf(t).filter(
      ({ name, security }) => name.includes('{') && security.some((way) => 'bearer' in way),
    )
    const known = operationsOf(t).map(({ name }) => name)
    expect([...Object.keys(OWN_ROWS), ...PUBLIC].filter((name) => !known.includes(name))).toEqual([])
    expect(named.filter(({ name }) => !rowOf(name) && !PUBLIC.has(name)).map(({ name }) => name)).toEqual([])
  })
})
