import { expect } from 'vitest'
import { admin, adminWith } from '../support/admin.ts'
import { test } from '../support/app.ts'

test('a command asks for what it needs, and says what was wrong with it', async ({ t }) => {
  const person = await t.user()
  // The database is enough for most.
  expect(await admin(t, 'jobs')).not.toBe('')
  await expect(admin(t, 'second-factor', 'remove', person.email)).rejects.toMatchObject({
    stderr: 'This command needs PUBLIC_URL of the nodes, beside the database.\n',
  })
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://booking.example' }
  expect(await admin(t, { env: production }, 'second-factor', 'remove', person.email)).toContain('signs in without')
  await expect(admin(t, { env: production }, 'reconcile')).rejects.toMatchObject({
    stderr: 'This command needs JWT_SECRET and STRIPE_SECRET_KEY of the nodes, beside the database.\n',
  })
  await expect(admin(t, 'grant', 'nobody', 'admin')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Not understood: nobody: .+\nUsage:\n {2}npm run admin -- grant [^\n]+\n$/),
  })
  await expect(admin(t, 'grnt')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no command grnt.'),
  })
  const nowhere = { ...production, DATABASE_URL: 'postgres://sejour@localhost:1/none?sslmode=disable' }
  await expect(adminWith(nowhere, 'jobs')).rejects.toMatchObject({
    stderr: expect.stringMatching(/^Cannot use the database: connect ECONNREFUSED .+ Check DATABASE_URL\.\n$/),
  })
})
