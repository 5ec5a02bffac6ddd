import { describe, expect, onTestFinished, vi } from 'vitest'
import { housekeeping } from '../../../src/operations/health/housekeeping.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { alone, inDays, startApp, type TestApp, type TestUser, test } from '../../support/app.ts'
import { expectHomesInStep, scene } from '../../support/booking.ts'
import { conversations, history, write } from '../../support/messages.ts'
import { planOf } from '../../support/plans.ts'

async function clean(t: TestApp) {
  await t.app.jobs.enqueue(t.db, housekeeping, {})
  await t.drain()
}

/** A service that deletes messages after a hundred days. */
async function forgetful(): Promise<TestApp> {
  const t = await startApp({ MESSAGES_KEEP_DAYS: '100' })
  onTestFinished(t.close)
  return t
}

/** Counts the conversations of a user, and the unread messages in each. */
const totals = async (t: TestApp, user: TestUser) => {
  const { data, meta } = await conversations(t, user)
  return { total: meta.total, unread: data.map(({ unread }: { unread: number }) => unread) }
}
const contents = async (t: TestApp, user: TestUser, other: TestUser) =>
  (await history(t, user, other)).body.data?.map(({ content }: { content: string }) => content)

/** Makes all messages of now as old as this. */
const age = (t: TestApp, days: number) =>
  t.db`update messages set created_at = created_at - make_interval(days => ${days})`

describe('housekeeping', () => {
  alone('deletes what is old, however much it is, and keeps what is not', async ({ t }) => {
    const { id } = await t.user()
    await t.db`
      insert into notifications (user_id, type, content, dedupe_key, created_at)
      select ${id}, 'new_message', jsonb_build_object('sender', 'x', 'excerpt', n::text), n::text, now() - make_interval(days => 366 - 2 * (n / 2501))
      from generate_series(1, 2502) n`
    await t.db`
      insert into inbound_events (provider, event_id, type, status, received_at, settled_at)
      select 'stripe', n::text, 'x', (case n % 2 when 0 then 'applied' else 'received' end)::event_status, now() - interval '91 days',
        case n % 2 when 0 then now() - interval '91 days' + interval '2 days' * (n / 2001) end
      from generate_series(1, 2002) n`
    await t.db`insert into attempt_counters select 'test ' || n, 1, now() - interval '1 minute' * (1001 - n) from generate_series(1, 1001) n`
    await t.db`
      insert into idempotency_keys (user_id, scope, key, request_hash, created_at)
      select ${id}, 'x', n::text, '', now() - interval '12 hours' * n from generate_series(1, 3) n`
    await t.db`
      insert into realtime_payloads (payload, created_at) select 'x', now() - interval '4 minutes' * (5 - n) from generate_series(1, 4) n`
    await t.db`
      insert into realtime_outbox (channel, message, relayed_at) select n::text, 'x', now() - interval '4 minutes' * n from generate_series(1, 2) n`
    await t.db`
      insert into realtime_caches (channel, event, data, updated_at)
      select n::text, 'x', 'x', now() - interval '25 minutes' * n from generate_series(1, 4) n`
    await t.db`
      insert into ended_sessions select gen_random_uuid(), ${id}, now() + make_interval(hours => n) from generate_series(-1, 1, 2) n`
    await t.db`
      insert into email_verifications (user_id, token_hash, code_hash, expires_at) values (${id}, 'x', 'x', now() - interval '8 days')`
    await t.db`
      insert into familiar_addresses values (${id}, '::1', now() - interval '181 days'), (${id}, '::2', now() - interval '179 days')`
    await clean(t)
    expect(await t.db`select content ->> 'excerpt' as message from notifications`).toEqual([
      { message: '2501' },
      { message: '2502' },
    ])
    expect(await t.db`select status, count(*) from inbound_events group by 1 order by 1`).toEqual([
      { status: 'received', count: 1001 },
      { status: 'applied', count: 1 },
    ])
    expect(await t.db`select key from attempt_counters where key like 'test %'`).toEqual([])
    expect(await t.db`select key from idempotency_keys`).toEqual([{ key: '1' }])
    expect(await t.db`select id from realtime_payloads`).toEqual([{ id: 3 }, { id: 4 }])
    expect(await t.db`select channel from realtime_outbox`).toEqual([{ channel: '1' }])
    expect(await t.db`select channel from realtime_caches`).toEqual([{ channel: '1' }, { channel: '2' }])
    expect(await t.db`select from ended_sessions where expires_at > now()`).toHaveLength(1)
    expect(await t.db`select from ended_sessions`).toHaveLength(1)
    expect(await t.db`select from email_verifications`).toEqual([])
    expect(await t.db`select address from familiar_addresses`).toEqual([{ address: '::2' }])
  })

  alone('goes on with the other tables when one fails, and says so', async ({ t }) => {
    await t.db`insert into realtime_payloads (payload, created_at) values ('x', now() - interval '1 hour')`
    await t.db`insert into attempt_counters values ('test', 1, now() - interval '1 minute')`
    await t.db`alter table attempt_counters rename column ends_at to renamed`
    await expect(clean(t)).rejects.toThrow('some old rows cannot be deleted')
    expect(await t.db`select from realtime_payloads`).toHaveLength(0)
  })

  alone('takes past days of a home by the month, and the home knows what is left', async ({ t }) => {
    const owner = await t.user()
    const [long, short] = [await t.home(owner), await t.home(owner)]
    await t.db`
      insert into calendar_days (property_id, day, price_cents)
      select h.id, ${inDays(0)}::date - n, 12300 from unnest(${t.db.array([long, short])}::uuid[]) with ordinality h (id, place),
        generate_series(-2, case place when 1 then 1500 else 420 end) n`
    await clean(t)
    const kept = await t.db`
      select property_id, count(*), min(day) = current_date - 400 as to_the_day from calendar_days group by 1 order by 2`
    // The second home has nothing that passed more than 430 days ago: its turn comes later, with a month of days at once.
    expect(kept).toMatchObject([
      { property_id: long, to_the_day: true },
      { property_id: short, count: 423 },
    ])
    await expectHomesInStep(t)
    const { body } = await t.call('GET', `/calendars/properties/${long}/availability?from=${inDays(0)}&to=${inDays(1)}`)
    expect(body.data.days?.[0] ?? body.data[0]).toMatchObject({ price: 123 })
  })

  test('finds everything old by an index', async ({ t }) => {
    for (const [file, index] of [
      ['accounts/auth/delete-refreshed-tokens', 'refreshed_tokens_expiry'],
      ['accounts/auth/delete-ended-sessions', 'ended_sessions_expiry'],
      ['accounts/second-factor/delete-old-challenges', 'sign_in_challenges_expiry'],
      ['accounts/second-factor/delete-old-passkey-challenges', 'passkey_challenges_expiry'],
      ['accounts/sessions/delete-old', 'sessions_expiry'],
      ['accounts/auth/delete-expired-verifications', 'email_verifications_expiry'],
      ['accounts/auth/delete-expired-undos', 'account_undos_expiry'],
      ['accounts/auth/delete-ended-counters', 'attempt_counters_end'],
      ['accounts/auth/delete-old-addresses', 'familiar_addresses_age'],
      ['platform/idempotency/delete-old', 'idempotency_keys_age'],
      ['bookings/reservations/delete-expired-quotes', 'quotes_expiry'],
      ['realtime/bus/delete-revocations', 'realtime_revocations_order'],
      ['realtime/bus/delete-payloads', 'realtime_payloads_pkey'],
      ['accounts/notifications/delete-old', 'notifications_pkey'],
      ['platform/inbox/delete-settled', 'inbound_events_settled'],
      ['homes/rates/delete-past-days', 'calendar_days_age'],
      ['bookings/states/forget-contacts', 'contacts_reachable'],
      ['accounts/auth/delete-expired-resets', 'password_resets_expiry'],
      ['conversations/messages/lock-oldest', 'messages_pkey'],
      ['conversations/messages/delete-old', 'messages_conversation'],
    ] as const) {
      expect(await planOf(t.db, file, { days: 30, conversation_ids: [1, 2] })).toContain(index)
    }
  })
})

describe('messages of people', () => {
  alone('stay for as long as the company says nothing', async ({ t }) => {
    const { owner, guest, home } = await scene(t)
    await write(t, guest, owner, { content: 'Bonjour', property_id: home })
    await age(t, 9_000)
    await clean(t)
    expect(await contents(t, owner, guest)).toEqual(['Bonjour'])
  })

  test('leave after so many days: the old ones of a conversation, and conversations that have ended', async () => {
    const t = await forgetful()
    const { owner, guest, home } = await scene(t)
    const other = await t.user()
    await write(t, guest, owner, { content: 'one', property_id: home })
    await write(t, owner, guest, { content: 'two' })
    await write(t, guest, owner, { content: 'three' })
    await write(t, other, owner, { content: 'ended', property_id: home })
    expect((await t.call('POST', `/messages/${owner.id}/report`, { reason: 'rude' }, other)).status).toBe(200)
    await age(t, 101)
    await write(t, guest, owner, { content: 'four' })
    expect(await totals(t, owner)).toEqual({ total: 2, unread: [3, 1] })
    await clean(t)
    // Reported conversations stay for support, as many days after the report.
    expect(await totals(t, other)).toEqual({ total: 1, unread: [0] })
    await t.db`update conversation_reports set created_at = created_at - interval '101 days'`
    await clean(t)
    expect(await contents(t, owner, guest)).toEqual(['four'])
    expect(await totals(t, owner)).toEqual({ total: 1, unread: [1] })
    expect(await totals(t, guest)).toEqual({ total: 1, unread: [0] })
    expect(await totals(t, other)).toEqual({ total: 0, unread: [] })
    expect(await t.db`select from conversation_reports`).toEqual([])
    // They may begin anew.
    expect((await write(t, other, owner, { content: 'again', property_id: home })).status).toBe(201)
    expect(await totals(t, other)).toEqual({ total: 1, unread: [0] })
  })

  test('leave with their files, however many one conversation has', async () => {
    const t = await forgetful()
    const { owner, guest, home } = await scene(t)
    const form = new FormData()
    form.set('receiver_id', String(owner.id))
    form.set('property_id', home)
    form.set('content', 'a file')
    form.set(
      'attachment',
      new File([new Uint8Array(Buffer.from('%PDF-1.4 test'))], 'a.pdf', { type: 'application/pdf' }),
    )
    const sent = await t.form('/messages', Object.fromEntries(form.entries()), { token: guest.token })
    expect(sent.status).toBe(201)
    const [message] = await t.db<
      { attachment: string; conversation_id: number }[]
    >`select attachment, conversation_id from messages`
    await t.db`
      insert into messages (conversation_id, sender_id, receiver_id, content)
      select ${message?.conversation_id ?? 0}, ${owner.id}, ${guest.id}, 'x' from generate_series(1, 1200)`
    await t.db`update conversation_sides set last_message_id = (select max(id) from messages)`
    await age(t, 101)
    expect(await t.app.storage.files.facts(message?.attachment ?? '')).toBeDefined()
    await clean(t)
    expect(await t.db`select from messages`).toHaveLength(0)
    expect(await t.db`select from conversations`).toHaveLength(0)
    expect(await t.app.storage.files.facts(message?.attachment ?? '')).toBeUndefined()
  })

  test('are counted rightly when somebody reads while old ones leave', async () => {
    const t = await forgetful()
    const { owner, guest, home } = await scene(t)
    const old: number[] = []
    for (let n = 0; n < 5; n++)
      old.push((await write(t, guest, owner, { content: `old ${n}`, property_id: home })).body.data.id)
    await age(t, 101)
    for (let n = 0; n < 5; n++) await write(t, guest, owner, { content: `new ${n}` })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const reading = t.db.begin(async (tx) => {
      await queries.messages.markRead(tx, { user_id: owner.id, other_id: guest.id, message_id: old[4] ?? 0 })
      lock()
      await held
    })
    await locked
    const cleaning = clean(t)
    await vi.waitFor(
      async () => {
        expect(
          await t.db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ).not.toEqual([])
      },
      { timeout: 20_000 },
    )
    release()
    await Promise.all([reading, cleaning])
    expect(await totals(t, owner)).toEqual({ total: 1, unread: [5] })
  })

  test('that are written meanwhile are never lost, and every count is right', async () => {
    const t = await forgetful()
    const { owner, home } = await scene(t)
    const guests = await Promise.all(Array.from({ length: 12 }, () => t.user()))
    for (const guest of guests) {
      await write(t, guest, owner, { content: 'old', property_id: home })
      await write(t, owner, guest, { content: 'old' })
    }
    await age(t, 101)
    const cleaning = Promise.all(Array.from({ length: 4 }, () => t.app.jobs.enqueue(t.db, housekeeping, {})))
    const writing = guests.flatMap((guest) => [
      write(t, guest, owner, { content: 'new', property_id: home }),
      t.call('POST', `/messages/${owner.id}/read`, {}, guest),
      write(t, owner, guest, { content: 'new', property_id: home }),
    ])
    const [answers] = await Promise.all([Promise.all(writing), cleaning.then(() => t.drain())])
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 403, 404].includes(status))).toEqual([])
    const accepted = answers.filter(({ status }) => status === 201).length
    await clean(t)
    expect(await t.db`select count(*) from messages where content = 'new'`).toEqual([{ count: accepted }])
    expect(
      await t.db`
        select s.user_id from conversation_sides s
        where s.unread <> (select count(*) from messages m
            where m.conversation_id = s.conversation_id and m.receiver_id = s.user_id and m.id > s.read_up_to)
          or s.last_message_id <> (select max(id) from messages m where m.conversation_id = s.conversation_id)`,
    ).toEqual([])
    expect(
      await t.db`
        select user_id from conversation_totals t
        where total <> (select count(*) from conversation_sides s where s.user_id = t.user_id)`,
    ).toEqual([])
  })
})
