import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compileStatement, useOf } from '../../src/db/query.ts'

test('what may wait for a lock is a write', () => {
  const of = (use: string) =>
    globSync('sql/**/*.sql').filter((file) => useOf(compileStatement(readFileSync(file, 'utf8')).text) === use)
  const writes = of('write')
  expect(writes).toEqual(expect.arrayContaining(['sql/reservations/insert.sql', 'sql/users/update.sql']))
  expect(of('read')).toEqual(expect.arrayContaining(['sql/properties/find.sql', 'sql/properties/search.sql']))
  const reads = of('read').filter((file) => /\/(insert|update|upsert|delete|lock|take|claim)-/.test(file))
  expect(reads).toEqual([])
})

describe('named parameters', () => {
  test('become numbers, the same name the same number', () => {
    expect(compileStatement('select :a, :b_2, :a')).toEqual({ text: 'select $1, $2, $1', names: ['a', 'b_2'] })
  })

  test('casts, quoted text, identifiers and comments are left alone', () => {
    const { text, names } = compileStatement(
      "-- a :comment\nselect 'it''s :not', \"col:umn\", :yes::text[] -- :neither",
    )
    expect(names).toEqual(['yes'])
    expect(text).toBe("select 'it''s :not', \"col:umn\", $1::text[]")
  })
})
