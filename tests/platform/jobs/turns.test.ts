import { expect, vi } from 'vitest'
import { transaction } from '../../../src/platform/db/client.ts'
import { partyOf, runForJob } from '../../../src/platform/lib/work-context.ts'
import { type TestApp, isolated as test } from '../../support/app.ts'

const mail = (t: TestApp, account: number) =>
  runForJob(
    'request',
    () =>
      transaction(t.db, (tx) =>
        t.app.mail.enqueue(tx, {
          to: `user${account}@example.org`,
          locale: 'en',
          content: { template: 'notification', title: 'T', message: 'M', link: 'http://x' },
        }),
      ),
    partyOf(account),
  )

test('the mail of one account is sent before the many of another one that wait', async ({ t }) => {
  // A turn returns after 50 ms. A machine that needs 34 ms for a mail would not make anybody wait.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  for (let index = 0; index < 80; index++) await mail(t, 1)
  await mail(t, 2)
  clock.mockRestore()
  await t.drain()
  const sent = await t.db<{ party: string }[]>`
    select data ->> 'party' as party from pgboss.job where name = 'mail.send' and state = 'completed' order by started_on, completed_on`
  expect(sent).toHaveLength(81)
  // Ten are free, and those that were taken with it.
  expect(sent.findIndex(({ party }) => party === 'user 2')).toBeLessThan(30)
})
