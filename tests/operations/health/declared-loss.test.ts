import { expect } from 'vitest'
import { admin } from '../../support/admin.ts'
import { alone } from '../../support/app.ts'

alone('a loss is declared where no node uses the database, and nodes act on it at once', async ({ t }) => {
  // The first beat makes the database known.
  for (let count = 0; count < 2; count++) await t.app.heartbeat.beat()
  const declare = () => admin(t, 'reconcile', 'lost')
  await expect(declare()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^A node uses this database/),
  })
  expect(await t.db`select from database_losses`).toHaveLength(0)
  await t.db`update installation set beaten_at = now() - interval '1 minute'`
  expect(await declare()).toMatch(/^Numbers go on/)
  expect(await t.db`select from database_losses`).toHaveLength(1)
  expect(await t.app.heartbeat.beat()).toBe(true)
})
