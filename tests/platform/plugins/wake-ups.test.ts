import type { FastifyInstance } from 'fastify'
import { describe, expect, vi } from 'vitest'
import { transaction } from '../../../src/platform/db/client.ts'
import { runForJob } from '../../../src/platform/lib/work-context.ts'
import { sendMail } from '../../../src/platform/mail/jobs.ts'
import { test as base } from '../../support/app.ts'

const test = base.extend({ running: { run: true } })

const SOON = { timeout: 20_000 }
const notice = (to: string) => ({
  to,
  locale: 'en' as const,
  content: { template: 'notification' as const, title: 'Hello', message: 'A message', link: 'http://sejour.test' },
})

/** The topics that a node is woken for. */
function heardBy({ wakeUps }: FastifyInstance, topics: string[]): string[] {
  const heard: string[] = []
  for (const topic of topics) wakeUps.on(topic, () => heard.push(topic))
  return heard
}

describe('a wake-up', () => {
  test('reaches the other nodes, and this one only once', async ({ t }) => {
    const other = await t.node({ run: true })
    const [here, there] = [heardBy(t.app, ['a', 'b']), heardBy(other.app, ['a', 'b'])]
    t.app.wakeUps.wake(['a'])
    expect(here).toEqual(['a'])
    await vi.waitFor(() => expect(there).toEqual(['a']), SOON)
    other.app.wakeUps.wake(['b'])
    await vi.waitFor(() => expect(here).toEqual(['a', 'b']), SOON)
    expect(there).toEqual(['a', 'b'])
  })

  test('comes after the commit of a job, and not after a rollback', async ({ t }) => {
    const idle = await t.node()
    const heard = heardBy(t.app, ['job mail.send'])
    await expect(
      transaction(idle.app.db, async (tx) => {
        await idle.app.jobs.enqueue(tx, sendMail, notice('nobody@example.org'))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await t.db`select from pgboss.job where name = 'mail.send'`).toHaveLength(0)
    await transaction(idle.app.db, async (tx) => {
      await idle.app.jobs.enqueue(tx, sendMail, notice('ada@example.org'))
      await new Promise((resolve) => setImmediate(resolve))
      expect(heard).toEqual([])
    })
    await vi.waitFor(async () => expect(await t.mails('ada@example.org')).toHaveLength(1), SOON)
    await vi.waitFor(() => expect(heard).toEqual(['job mail.send']), SOON)
  })

  test('that is lost is made good by a slow look', async ({ t }) => {
    // As by a node that is killed after this commit.
    await t.db.begin(async (tx) => {
      await tx`
        insert into pgboss.job (name, data) values ('mail.send', ${tx.json(notice('ada@example.org'))})`
    })
    await vi.waitFor(async () => expect(await t.mails('ada@example.org')).toHaveLength(1), SOON)
  })
})

test('commits of requests and jobs wake what follows them; its own do not', async ({ t }) => {
  let woken = 0
  t.app.wakeUps.onCommit(() => woken++)
  await transaction(t.db, async (tx) => void (await tx`select 1`))
  expect(woken).toBe(0)
  await runForJob('a job', () => transaction(t.db, async (tx) => void (await tx`select 1`)))
  expect(woken).toBe(1)
})
