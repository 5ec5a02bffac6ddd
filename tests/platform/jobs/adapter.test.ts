import { expect } from 'vitest'
import { onPool } from '../../../src/platform/jobs/adapter.ts'
import { register } from '../../support/accounts.ts'
import { test } from '../../support/app.ts'

test('a text of several statements that fails leaves its connection as it was', async ({ t }) => {
  const adapter = onPool(t.db)
  await expect(adapter.executeSql('BEGIN; select 1; select nothing; COMMIT', [])).rejects.toThrow()
  for (let i = 0; i < 20; i++) await adapter.executeSql('select 1', [])
})

test('a text of several statements answers the rows of each', async ({ t }) => {
  const { rows } = await onPool(t.db).executeSql('BEGIN; select 1 as one; select 2 as two; COMMIT', [])
  expect(rows).toEqual([{ one: 1 }, { two: 2 }])
})

test('the words of a statement or of its data do not decide how it runs', async ({ t }) => {
  const adapter = onPool(t.db)
  const word = { text: 'COMMIT; select nothing' }
  const sent = await adapter.executeSql('select $1::jsonb as data -- COMMIT', [word])
  expect(sent.rows).toEqual([{ data: word }])
  expect((await adapter.executeSql("select 'COMMIT' as word", [])).rows).toEqual([{ word: 'COMMIT' }])
  // The job of the verification mail has the name.
  expect((await register(t, { first_name: 'COMMIT; begin' })).status).toBe(201)
  await t.drain()
  expect(await t.mails('grace@example.org')).toHaveLength(1)
})
