import { expect } from 'vitest'
import { KEY_SCOPES } from '../../src/accounts/scopes.ts'
import type { TestApp, TestUser } from './app.ts'
import { noteSecrets } from './logs.ts'

/** A key as its owner makes it: `{token}` sends it. By default for everything. */
export async function makeKey(t: TestApp, owner: TestUser, fields: Record<string, unknown> = {}) {
  const wanted = { name: 'Accounting', ...(fields.kind === 'publishable' ? {} : { scopes: KEY_SCOPES }), ...fields }
  const { status, body } = await t.call('POST', '/api-keys', wanted, owner)
  expect([status, body.data]).toEqual([201, expect.anything()])
  const { id, key } = body.data
  noteSecrets(JSON.stringify({ token: key }))
  return { id: String(id), token: String(key) }
}
