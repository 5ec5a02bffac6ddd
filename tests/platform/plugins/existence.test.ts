import { describe, expect } from 'vitest'
import { z } from 'zod'
import { alone, type TestApp, type TestUser, test } from '../../support/app.ts'
import { type Pick, PUBLIC, ROWS } from '../../support/named-in-requests.ts'
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

describe('what is not yours', () => {
  test('is told apart from what does not exist by no operation', async ({ t }) => {
    const ids = await world(t)
    const different: Record<string, unknown> = {}
    for (const [operation, { path, body, stranger = 404 }] of Object.entries(ROWS)) {
      const about = (pick: Pick) => ask(t, operation, path(ids, pick), ids.stranger, body?.(ids, pick) ?? {})
      const [hidden, absent] = [await about(asIs), await about(none)]
      const isSame = JSON.stringify(hidden) === JSON.stringify(absent) && hidden.status === stranger
      if (!isSame) different[operation] = { hidden, absent }
    }
    expect(different).toEqual({})
  })

  alone('and may be seen is 403', async ({ t }) => {
    const ids = await world(t)
    const others: Record<string, unknown> = {}
    for (const [operation, { path, body, seen }] of Object.entries(ROWS)) {
      if (!seen) continue
      const { status } = await ask(
        t,
        operation,
        seen.path?.(ids) ?? path(ids, asIs),
        seen.by(ids),
        body?.(ids, asIs) ?? {},
      )
      if (status !== 403) others[operation] = status
    }
    expect(others).toEqual({})
  })

  test('is looked at for every operation with something in its path', async ({ t }) => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse((await t.call('GET', '//openapi.json')).body)
    const named = Object.entries(paths)
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
      )
      .filter((operation) => operation.includes('{') && !operation.startsWith('HEAD '))
    expect(named.filter((operation) => !(operation in ROWS) && !PUBLIC.has(operation))).toEqual([])
    const known = new Set([
      ...named,
      'POST /seasons-test',
      'POST /team',
      'POST /reservations',
      'POST /quotes',
      'POST /messages',
      'POST /tasks',
    ])
    expect([...Object.keys(ROWS), ...PUBLIC].filter((operation) => !known.has(operation))).toEqual([])
  })
})
