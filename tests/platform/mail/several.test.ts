import { test as base, expect } from 'vitest'
import { transaction } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { startApp, type TestApp, isolated as test } from '../../support/app.ts'
import { startSmtp } from '../../support/smtp.ts'

const notice = (to: string, title = 'T') => {
  const content = { template: 'notification', title, message: 'M', link: 'http://x' } as const
  return { to, locale: 'en', content } as const
}

const enqueue = (t: TestApp, addresses: string[], title?: string) =>
  transaction(t.db, async (tx) => {
    for (const address of addresses) await t.app.mail.enqueue(tx, notice(address, title))
  })

const jobs = (t: TestApp) => t.db<{ name: string; state: string; data: { all?: { to: string }[] } }[]>`
  select name, state, data from pgboss.job where name like 'mail.%' order by created_on, name`

test('mails of one transaction share a job, ten at most', async ({ t }) => {
  const addresses = Array.from({ length: 11 }, (_, index) => `guest${index}@example.org`)
  await enqueue(t, addresses)
  const written = await jobs(t)
  expect(written.map(({ name }) => name)).toEqual(['mail.send-several', 'mail.send-several'])
  expect(written.map(({ data }) => data.all?.length).toSorted()).toEqual([1, 10])
  await t.drain()
  for (const address of addresses) expect(await t.mails(address)).toHaveLength(1)
})

test('an erased person is taken out of the mails that wait, and the others get theirs', async ({ t }) => {
  await enqueue(t, ['ada@example.org', 'grace@example.org'])
  await enqueue(t, ['ADA@example.org', 'ada@example.org'])
  await queries.jobs.deleteMails(t.db, { addresses: ['ada@example.org'], first_name: 'Ada' })
  expect((await jobs(t)).map(({ data }) => data.all?.map(({ to }) => to))).toEqual([['grace@example.org'], []])
  await t.drain()
  expect(await t.mails('grace@example.org')).toHaveLength(1)
  expect(await t.mails('ada@example.org')).toEqual([])
})

test('two people who are erased at once are both taken out', async ({ t }) => {
  await enqueue(t, ['ada@example.org', 'grace@example.org'])
  const isWaiting = () =>
    t.db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const second = await t.db.begin(async (tx) => {
    await queries.jobs.deleteMails(tx, { addresses: ['ada@example.org'], first_name: 'Ada' })
    const waiting = queries.jobs.deleteMails(t.db, { addresses: ['grace@example.org'], first_name: 'Grace' })
    await expect.poll(isWaiting).toHaveLength(1)
    return { waiting }
  })
  await second.waiting
  expect((await jobs(t)).map(({ data }) => data.all)).toEqual([[]])
})

test('a sent mail to an erased person, or with their name, is deleted with its job', async ({ t }) => {
  await enqueue(t, ['ada@example.org', 'grace@example.org'])
  await enqueue(t, ['alan@example.org', 'grace@example.org'], 'Ada writes')
  await enqueue(t, ['alan@example.org', 'grace@example.org'])
  await t.drain()
  await queries.jobs.deleteMails(t.db, { addresses: ['ada@example.org'], first_name: 'Ada' })
  const kept = await jobs(t)
  expect(kept.map(({ data, state }) => [data.all?.map(({ to }) => to), state])).toEqual([
    [['alan@example.org', 'grace@example.org'], 'completed'],
  ])
})

base('a mail that is refused is tried again alone: the others are sent once', async () => {
  const received: string[] = []
  const refused = new Set(['refused@example.org'])
  const sending = new Set<string>()
  let mostAtOnce = 0
  const server = await startSmtp({
    onMailFrom: (_address, { id }, done) => {
      sending.add(id)
      mostAtOnce = Math.max(mostAtOnce, sending.size)
      done()
    },
    onRcptTo: ({ address }, { id }, done) => {
      if (!refused.has(address)) return done()
      sending.delete(id)
      done(new Error('no such mailbox'))
    },
    onData: async (stream, { envelope, id }, done) => {
      await stream.toArray()
      received.push(...envelope.rcptTo.map(({ address }) => address))
      sending.delete(id)
      done()
    },
  })
  const t = await startApp({ SMTP_URL: server.url, MAIL_FROM: 'hello@sejour.test' })
  try {
    await enqueue(t, ['ada@example.org', 'refused@example.org', 'grace@example.org'])
    await expect(t.drain()).rejects.toThrow('no such mailbox')
    expect(received.toSorted()).toEqual(['ada@example.org', 'grace@example.org'])
    // Servers limit connections.
    expect(mostAtOnce).toBe(1)
    const all = await jobs(t)
    expect(all).toMatchObject([
      { name: 'mail.send-several', state: 'completed' },
      { name: 'mail.send', state: 'retry', data: { to: 'refused@example.org' } },
    ])
    refused.clear()
    await t.db`update pgboss.job set start_after = now() where state = 'retry'`
    await t.drain()
    expect(received.toSorted()).toEqual(['ada@example.org', 'grace@example.org', 'refused@example.org'])

    refused.add('ada@example.org').add('grace@example.org')
    await enqueue(t, ['ada@example.org', 'grace@example.org'])
    await expect(t.drain()).rejects.toThrow('no such mailbox')
    expect((await jobs(t)).at(-1)).toMatchObject({ name: 'mail.send-several', state: 'retry', data: { all: [{}, {}] } })
  } finally {
    await t.close()
    await server.close()
  }
})
