import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, inject } from 'vitest'
import { test } from '../support/app.ts'

const ADMIN = path.resolve(import.meta.dirname, '../../src/admin.ts')

test('npm run admin -- grant gives a role, which holds at once', async ({ t }) => {
  const user = await t.user()
  const [row] = await t.db<{ name: string }[]>`select current_database() as name`
  const env = { PATH: process.env.PATH, DATABASE_URL: inject('databaseUrl').replace('/DATABASE', `/${row?.name}`) }
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [ADMIN, ...args], { env })
  expect((await run('grant', user.email.toUpperCase(), 'admin')).stdout.trim()).toBe(`${user.email} is now admin.`)
  expect((await t.call('POST', '/policies/store', {}, user)).status).toBe(400)
  await expect(run('grant', 'nobody@example.org', 'admin')).rejects.toMatchObject({
    code: 1,
    stderr: 'No account with the address nobody@example.org.\n',
  })
  await expect(run('grant', user.email, 'king')).rejects.toMatchObject({ code: 2 })
})
