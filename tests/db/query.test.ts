import { describe, expect, test } from 'vitest'
import { compileStatement } from '../../src/db/query.ts'

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
