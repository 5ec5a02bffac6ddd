import { expect, inject, test } from 'vitest'
import { connect } from '../../../src/platform/db/client.ts'
import { isAway } from '../../../src/platform/db/errors.ts'

test('what the database answers to a statement, and a defect of ours, are no outage', async () => {
  const admin = connect(inject('databaseUrl').replace('DATABASE', 'postgres'), { max: 1 })
  const statements = [
    'select 1 / 0',
    'select nobody',
    "select 'x'::int",
    'select from nowhere',
    'do $$ begin raise; end $$',
  ]
  for (const statement of [...statements, 'select 9007199254740993']) {
    const error: unknown = await admin.unsafe(statement).catch((failure: unknown) => failure)
    expect([statement, error instanceof Error, isAway(error)]).toEqual([statement, true, false])
  }
  await admin.end()
  expect(isAway(new TypeError('nothing has no properties'))).toBe(false)
})
