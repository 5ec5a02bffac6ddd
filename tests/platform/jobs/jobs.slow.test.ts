import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, vi } from 'vitest'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { sendMail } from '../../../src/platform/mail/jobs.ts'
import { admin } from '../../support/admin.ts'
import { test as base, inDays, type TestApp } from '../../support/app.ts'
import { book, occupied, scene, stay } from '../../support/booking.ts'
import { calendarOf, test as feedTest } from '../../support/feeds.ts'
import { skipBackOff } from '../../support/jobs.ts'
import { holdUntil } from '../../support/stays.ts'

/** Jobs run by themselves, with the workers, notifications and scheduler of production. */
const running = { run: true }
/** The same scheduler, with every schedule due each second. */
const fastClock = { run: true, clock: { schedule: '* * * * *', everySeconds: 1 } }
const test = base.extend({ running })
const alone = test.extend({ neighbours: false })

const SOON = { timeout: 20_000, interval: 50 }

const notice = (to: string) => ({
  to,
  locale: 'en' as const,
  content: { template: 'notification' as const, title: 'Hello', message: 'A message', link: 'http://sejour.test' },
})

const metrics = async (t: TestApp) => (await t.call('GET', '//metrics')).body as string

describe('the scheduler', () => {
  feedTest.extend({ neighbours: false })(
    'fires each schedule by itself: holds expire, feeds are read, what has expired goes, homes become popular',
    async ({ t, platform }) => {
      const { owner, home, guest } = await scene(t)
      expect((await book(t, guest, stay(home))).status).toBe(201)
      const feeds = `/calendars/properties/${home}/ical/feeds`
      expect((await t.call('POST', feeds, { name: 'Airbnb', url: platform.url }, owner)).status).toBe(201)
      await t.drain()
      expect(platform.asked).toBe(1)
      platform.answer = (response) => response.end(calendarOf([60, 63]))
      await t.db`update calendar_feeds set next_fetch_at = now()`
      await holdUntil(t, '-1 second')
      await t.db`update search_homes set popularity = 50`
      await t.db`
      insert into refreshed_tokens (jti, user_id, expires_at) values (gen_random_uuid(), ${owner.id}, now() - interval '1 day')`
      // The scheduler starts after its data exists, because a schedule fires at most once a minute.
      await t.node(fastClock)
      await vi.waitFor(async () => {
        const kinds = await t.db`select kind from occupancy`
        expect(kinds).toEqual([{ kind: 'closure' }])
        expect(await t.db`select from refreshed_tokens`).toHaveLength(0)
        expect(await t.db`select from search_homes where popularity = 50`).toHaveLength(0)
      }, SOON)
      const schedules = await t.db<{ name: string }[]>`select name from pgboss.schedule order by name`
      expect(schedules.map(({ name }) => name)).toEqual([
        'agreements.forget-cards',
        'calendars.import-feeds',
        'channel-bookings.read-feed',
        'channel-manager.compare',
        'channel-messages.read-all-threads',
        'channel-reviews.read-all',
        'message-templates.claim-due',
        'operations.housekeeping',
        'operations.settle-losses',
        'reservations.complete',
        'reviews.remind',
        'search.refresh-popularity',
        'settlement.balances',
        'settlement.damage',
        'settlement.expire',
        'settlement.owed',
        'storage.sweep-orphans',
        'webhook-endpoints.disable-failing',
        'webhook-endpoints.drop-deliveries',
      ])
      await vi.waitFor(async () => {
        const done = await t.db<{ name: string }[]>`
        select distinct name from pgboss.job join pgboss.schedule using (name) where state = 'completed' order by name`
        expect(done).toEqual(schedules)
      }, SOON)
    },
  )
})

describe('workers', () => {
  test('an urgent mail wakes them at commit, where an idle worker would look half a minute later', async ({ t }) => {
    const user = await t.user({ verified: false })
    // A worker has finished its first poll when a job of its queue has run.
    const ask = () => t.call('POST', '/auth/resend-verification', { email: user.email })
    await ask()
    await vi.waitFor(async () => expect(await t.mails(user.email)).toHaveLength(1), SOON)
    await ask()
    await vi.waitFor(async () => expect(await t.mails(user.email)).toHaveLength(2), SOON)
  })

  test('a job that is enqueued for later starts then, and not before', async ({ t }) => {
    await t.app.jobs.enqueue(t.db, sendMail, notice('later@example.org'), { after: 2 })
    await vi.waitFor(async () => expect(await t.mails('later@example.org')).toHaveLength(1), SOON)
    const [job] = await t.db<{ seconds: number }[]>`
      select extract(epoch from started_on - created_on)::float as seconds from pgboss.job where name = 'mail.send'`
    expect(job?.seconds).toBeGreaterThanOrEqual(2)
  })

  test('hundreds of mails are sent, each once', async ({ t }) => {
    const addresses = Array.from({ length: 150 }, (_, index) => `guest${index}@example.org`)
    await t.db.begin(async (tx) => {
      for (const address of addresses) await t.app.mail.enqueue(tx, notice(address))
    })
    await vi.waitFor(async () => {
      const [row] = await t.db`select count(*) as done from pgboss.job where name = 'mail.send' and state = 'completed'`
      expect(row?.done).toBe(addresses.length)
    }, SOON)
    expect(await t.mails('guest7@example.org')).toHaveLength(1)
  })

  test('a mail whose server hangs holds up no other', async ({ t }) => {
    const hanging = Promise.withResolvers<void>()
    const deliver = t.app.mail.deliver.bind(t.app.mail)
    const delivering = vi
      .spyOn(t.app.mail, 'deliver')
      .mockImplementation((mail) => (mail.to === 'slow@example.org' ? hanging.promise : deliver(mail)))
    await t.app.jobs.enqueue(t.db, sendMail, notice('slow@example.org'))
    await vi.waitFor(() => expect(delivering).toHaveBeenCalledOnce(), SOON)
    // One after the other, so each has a wake-up of its own.
    for (const to of ['ada@example.org', 'grace@example.org']) {
      await t.app.jobs.enqueue(t.db, sendMail, notice(to))
      await vi.waitFor(async () => expect(await t.mails(to)).toHaveLength(1), SOON)
    }
    hanging.resolve()
  })

  test('what was enqueued in a transaction that rolls back never runs', async ({ t }) => {
    const failing = t.db.begin(async (tx) => {
      await t.app.mail.enqueue(tx, notice('nobody@example.org'))
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await t.app.mail.enqueue(t.db, notice('ada@example.org'))
    await vi.waitFor(async () => expect(await t.mails('ada@example.org')).toHaveLength(1), SOON)
    expect(await t.db`select from pgboss.job where name = 'mail.send'`).toHaveLength(1)
  })

  test('a payload that does not fit its job fails and never reaches it', async ({ t }) => {
    await t.app.jobs.enqueue(t.db, { ...sendMail }, { to: 'a@example.org' } as never)
    await vi.waitFor(async () => {
      const [row] = await t.db`select state, output ->> 'message' as message from pgboss.job where name = 'mail.send'`
      expect(row).toMatchObject({ state: 'retry', message: expect.stringContaining('locale') })
    }, SOON)
  })

  test('two nodes share the work: each job runs on one of them', async ({ t }) => {
    const node = await t.node(running)
    const addresses = Array.from({ length: 60 }, (_, index) => `guest${index}@example.org`)
    await Promise.all(
      addresses.map((address, index) => (index % 2 ? node.app : t.app).mail.enqueue(t.db, notice(address))),
    )
    await vi.waitFor(async () => {
      const mails = (await Promise.all(addresses.map((address) => t.mails(address)))).flat()
      expect(mails).toHaveLength(addresses.length)
    }, SOON)
  })
})

base('a job that is due counts, and how long it has waited until it is started', async ({ t }) => {
  await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
  const figures = async (state: string, begin: string) => {
    await t.db`
      update pgboss.job set state = ${state}, created_on = now() - interval '2 hours', start_after = now() + ${begin}::interval
      where name = 'settlement.expire'`
    return [...(await metrics(t)).matchAll(/^jobs_(due|oldest_seconds)\{queue="settlement.expire"\} (\d+)/gm)].map(
      ([, name, value]) => `${name} ${value}`,
    )
  }
  expect(await figures('created', '-1 hour')).toEqual(['due 1', 'oldest_seconds 3600'])
  expect(await figures('active', '-1 hour')).toEqual(['due 1', 'oldest_seconds 0'])
  for (const [state, begin] of [
    ['completed', '-1 hour'],
    ['created', '1 hour'],
  ] as const)
    expect(await figures(state, begin)).toEqual([])
})

describe('failures', () => {
  test('are tried nine times, then counted, listed and requeued', async ({ t }) => {
    // A file at the path of the mailbox makes delivery fail.
    const mailbox = path.join(t.app.config.dataDir, 'mailbox')
    writeFileSync(mailbox, '')
    await t.app.mail.enqueue(t.db, notice('ada@example.org'))
    await vi.waitFor(async () => {
      await skipBackOff(t.app)
      expect(await metrics(t)).toContain('jobs_dead_letters{queue="mail.send"} 1')
    }, SOON)
    const [failed] = await t.db`select retry_count, state from pgboss.job where name = 'mail.send'`
    expect(failed).toEqual({ retry_count: 8, state: 'failed' })
    expect(await admin(t, 'jobs')).toMatch(/mail\.send {2}\S+ {2}.*ENOTDIR|mail\.send.*EEXIST/)
    rmSync(mailbox)
    expect(await admin(t, 'jobs', 'requeue', 'mail.other')).toBe('0 jobs will be tried again.')
    expect(await admin(t, 'jobs', 'requeue')).toBe('1 jobs will be tried again.')
    await vi.waitFor(async () => expect(await t.mails('ada@example.org')).toHaveLength(1), SOON)
    expect(await metrics(t)).not.toContain('jobs_dead_letters{')
    expect(await admin(t, 'jobs')).toBe('No job has failed for good.')
  })

  test('wait longer before each further try', async ({ t }) => {
    writeFileSync(path.join(t.app.config.dataDir, 'mailbox'), '')
    await t.app.mail.enqueue(t.db, notice('ada@example.org'))
    const waits: number[] = []
    for (let retry = 0; retry < 4; retry++) {
      await vi.waitFor(async () => {
        const [row] = await t.db<{ wait: number }[]>`
          select extract(epoch from start_after - now())::float8 as wait
          from pgboss.job where state = 'retry' and retry_count = ${retry} and start_after > now() + interval '1 second'`
        expect(row).toBeDefined()
        waits.push(row?.wait ?? 0)
      }, SOON)
      await skipBackOff(t.app)
    }
    expect(waits[0]).toBeGreaterThan(3)
    expect(waits[3]).toBeGreaterThan(30)
  })

  alone('a poisoned hold at the head of the sweep stops none behind it', async ({ t }) => {
    const { home, guest } = await scene(t)
    for (const from of [30, 40, 50]) expect((await book(t, guest, stay(home, from))).status).toBe(201)
    const [first] = await t.db<{ id: number }[]>`select min(id) as id from reservations`
    for (const minutes of [9, 8, 7]) await holdUntil(t, `-${minutes} minutes`, 10 - minutes)
    await t.db.unsafe(`
      create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
      create trigger poison before update on reservations for each row when (old.id = ${first?.id}) execute function poison()`)
    await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
    await vi.waitFor(async () => expect(await occupied(t)).toHaveLength(1), SOON)
    const left = await t.db`select check_in from reservations where status = 'pending'`
    expect(left).toEqual([{ check_in: inDays(30) }])
  })
})
