import { expect } from 'vitest'
import { isolated } from '../../support/app.ts'

isolated('an account exports its data once at a time; others are not kept waiting', async ({ t }) => {
  const [user, other] = [await t.user(), await t.user()]
  const exported = (who: { token: string }) => t.call('GET', '/user/export', undefined, who)
  const both = await t.db.begin(async (tx) => {
    // The first one waits in the middle of its work.
    await tx`lock table notification_settings in access exclusive mode`
    const both = [exported(user), exported(user)]
    const first = await Promise.race(both)
    expect([first.status, first.body.code, first.headers['retry-after']]).toEqual([429, 'too_many_requests', '5'])
    return both
  })
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 429])
  for (const who of [user, other]) expect((await exported(who)).status).toBe(200)
})
