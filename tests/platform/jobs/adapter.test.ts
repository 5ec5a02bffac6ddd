import { expect } from 'vitest'
import { onPool } from '../../../src/platform/jobs/adapter.ts'
import { test } from '../../support/app.ts'

test('a text of several statements that fails leaves its connection as it was', async ({ t }) => {
  const adapter = onPool(t.db)
  await expect(adapter.executeSql('BEGIN; select 1; select nothing; COMMIT', [])).rejects.toThrow()
  for (let i = 0; i < 20; i++) await adapter.executeSql('select 1', [])
})
