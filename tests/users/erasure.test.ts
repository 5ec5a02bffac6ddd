import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { PARIS, PASSWORD, type TestApp, type TestUser, test } from '../support/app.ts'
import { book, occupied, scene, stay } from '../support/booking.ts'
import { subscribe } from '../support/channels.ts'
import { addFeed } from '../support/feeds.ts'
import { show, told } from '../support/payments.ts'
import { pastStay } from '../support/stays.ts'

/** What becomes of the rows that refer to an erased account, by the column that does. */
const GONE = 'gone'
const KEPT = {
  books: 'accounting: without a name',
  others: 'belongs to others as well: without a name',
  record: 'says who did what as a role: without a name',
  token: 'refuses a token until it ends',
} as const

const COLUMNS: Record<string, typeof GONE | (typeof KEPT)[keyof typeof KEPT]> = {
  'account_undos.user_id': GONE,
  'channel_bookings.owner_id': KEPT.books,
  'comment_moderations.actor_id': KEPT.record,
  'comments.author_id': KEPT.others,
  'conversation_readings.reader_id': KEPT.record,
  'conversation_reports.reporter_id': KEPT.others,
  'conversation_sides.other_id': KEPT.others,
  'conversation_sides.user_id': KEPT.others,
  'conversation_totals.user_id': KEPT.others,
  'conversations.high_id': KEPT.others,
  'conversations.low_id': KEPT.others,
  'customers.user_id': KEPT.books,
  'email_verifications.user_id': GONE,
  'familiar_addresses.user_id': GONE,
  'favorites.user_id': GONE,
  'idempotency_keys.user_id': GONE,
  'message_blocks.blocked_id': KEPT.others,
  'message_blocks.user_id': GONE,
  'messages.receiver_id': KEPT.others,
  'messages.sender_id': KEPT.others,
  'notification_settings.user_id': GONE,
  'notifications.user_id': GONE,
  'oauth_identities.user_id': GONE,
  'password_resets.user_id': GONE,
  'payment_methods.user_id': GONE,
  'payments.payer_id': KEPT.books,
  'policy_acceptances.user_id': KEPT.record,
  'properties.owner_id': KEPT.books,
  'refunds.created_by': KEPT.books,
  'reservation_events.actor_id': KEPT.record,
  'reservations.guest_id': KEPT.books,
  'revoked_tokens.user_id': KEPT.token,
  'subscriptions.user_id': KEPT.books,
  'supplements.created_by': KEPT.books,
  'tourist_tax_changes.changed_by': KEPT.record,
}

/** In every text about the person, in names of files and in what they keep. */
const MARK = 'zqxmark'
/** What the person said to others, in which nobody is named: it stays. */
const SAID = 'a text'

/** Every column with a foreign key to a person, found in the catalogue. */
const referring = (t: TestApp) =>
  t.db<{ table: string; column: string }[]>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid in ('users'::regclass, 'customers'::regclass)
    order by 1, 2`

/** Which of those columns have a row of a person. */
async function withRows(t: TestApp, user: TestUser): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of await referring(t)) {
    const rows = await t.db`select from ${t.db(table)} where ${t.db(column)} = ${user.id}`
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** The columns of all tables that have a text in some row, or its bytes. */
async function columnsWith(t: TestApp, needle: string): Promise<string[]> {
  const tables = await t.db<{ schema: string; table: string }[]>`
    select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`
  const hex = Buffer.from(needle).toString('hex')
  const found = new Set<string>()
  for (const { schema, table } of tables) {
    const rows = await t.db<{ row: Record<string, unknown> }[]>`
      select to_jsonb(x) as row from ${t.db(schema)}.${t.db(table)} x
      where strpos(lower(x::text), ${needle}) > 0 or strpos(x::text, ${hex}) > 0`
    for (const { row } of rows) {
      for (const [column, value] of Object.entries(row)) {
        const text = JSON.stringify(value)?.toLowerCase() ?? ''
        if (text.includes(needle) || text.includes(hex)) found.add(`${table}.${column}`)
      }
    }
  }
  return [...found].sort()
}

/** Names and contents of the uploaded files. */
function filesOf(t: TestApp): { name: string; text: string }[] {
  const { storage } = t.app.config
  const folder = storage.kind === 'folder' ? storage.path : ''
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      return { name: path.relative(folder, file), text: readFileSync(file, 'latin1') }
    })
}

/** A person with a row in every column, and the mark in every text. */
async function everything(t: TestApp): Promise<TestUser> {
  const [owner, person, admin] = [await t.user(), await t.user(), await t.user({ role: 'admin' })]
  const { id } = person
  const email = `${MARK}@example.org`
  await t.db`
    update users set username = ${MARK}, first_name = ${MARK}, last_name = ${MARK}, job = ${MARK}, location = ${MARK},
      phone = '+33612345678', email = ${email} where id = ${id}`
  const call = async (method: string, url: string, body?: unknown, user = person) => {
    const answer = await t.call(method, url, body, user)
    if (answer.status > 299) throw new Error(`${method} ${url} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  // As an owner: a home, its subscription, feed, photo, and a guest's past stay with a reply.
  const own = await t.home(person, { title: SAID, description: MARK, address: `1, rue ${MARK}`, city_id: PARIS })
  const secrets = { headers: { 'x-key': MARK }, request_params: { key: MARK } }
  const callback_url = `https://${MARK}.example/hook`
  await subscribe(t, person, own, { ...secrets, callback_url })
  expect((await addFeed(t, person, own, `https://calendar.example/${MARK}.ics`, MARK)).status).toBe(201)
  await t.db`
    insert into property_photos (property_id, path, width, height, alt, position)
    values (${own}, ${`/storage/properties/${MARK}.webp`}, 1, 1, ${MARK}, 1)`
  const pdf = new Blob([`%PDF-1.4\n% ${MARK}\n%%EOF\n`], { type: 'application/pdf' })
  const home = await t.home(owner, { title: 'Maison' })
  const form = { receiver_id: String(owner.id), property_id: home, content: SAID, attachment: pdf }
  expect((await t.form('/messages', form, { token: person.token, headers: { 'idempotency-key': MARK } })).status).toBe(
    201,
  )
  await call('POST', '/messages', { receiver_id: id, content: 'Bonjour' }, owner)
  await call('POST', `/messages/${owner.id}/report`, { reason: SAID })
  await call('POST', `/messages/${owner.id}/block`)
  await call('POST', `/messages/${id}/block`, undefined, owner)
  await call('POST', `/properties/${home}/favorite`)
  const stay = await pastStay(t, home, person)
  await t.db`update reservations set message = ${MARK} where id = ${stay}`
  const comment = await call('POST', `/properties/${home}/comments`, { rating: 4, content: SAID })
  await call('PUT', '/notifications/settings', {
    marketing_emails: true,
    email_notifications: true,
    push_notifications: true,
  })
  await t.drain()
  await t.db`insert into account_undos (user_id, token_hash, email, expires_at) values (${id}, '\\x00', ${email}, now() + interval '1 day')`
  await t.db`
    insert into email_verifications (user_id, email, token_hash, code_hash, attempts, expires_at)
    values (${id}, ${`new-${email}`}, '\\x01', '\\x01', 0, now() + interval '1 day')`
  await t.db`insert into password_resets (user_id, code_hash, attempts, expires_at) values (${id}, '\\x02', 0, now())`
  await t.db`insert into familiar_addresses (user_id, address) values (${id}, ${`ip of ${MARK}`})`
  await t.db`insert into attempt_counters (key, count, ends_at) values (${`reset-mail ${email}`}, 1, now() + interval '1 hour')`
  await t.db`insert into oauth_identities (provider, subject, user_id) values ('google', ${MARK}, ${id})`
  await t.db`insert into revoked_tokens (jti, user_id, expires_at) values (gen_random_uuid(), ${id}, now())`
  await t.db`insert into customers (user_id, customer_id) values (${id}, 'cus_1')`
  await t.db`insert into payment_methods (user_id, method_id, type, brand, is_default) values (${id}, 'pm_1', 'card', ${MARK}, true)`
  await t.db`
    insert into subscriptions (subscription_id, user_id, price_id, status, current_period_end, cancel_at_period_end, started_at, read_at)
    values ('sub_1', ${id}, 'price_1', 'canceled', now(), false, now(), now())`
  const [policy] = await t.db<{ id: number }[]>`
    insert into policies (type, title, locale, version, content, is_mandatory, status, effective_at)
    values ('terms', 'x', 'fr', 1, 'x', false, 'published', now()) returning id`
  await t.db`
    insert into policy_acceptances (user_id, policy_id, version, content_hash, ip, user_agent)
    values (${id}, ${policy?.id ?? 0}, 1, '\\x03', '203.0.113.77', ${MARK})`
  await t.db`
    insert into reservation_events (reservation_id, actor, actor_id, from_status, to_status, reason)
    values (${stay}, 'guest', ${id}, 'confirmed', 'cancelled', ${MARK})`
  await t.db`insert into supplements (reservation_id, label, amount_cents, created_by) values (${stay}, ${SAID}, 100, ${id})`
  const [payment] = await t.db<{ id: number }[]>`
    insert into payments (reservation_id, kind, payer_id, title, amount_cents, currency, status)
    values (${stay}, 'booking', ${id}, 'x', 30000, 'EUR', 'paid') returning id`
  await t.db`
    insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency, refunded_cents)
    values ('pi_1', ${payment?.id ?? 0}, 'applied', 30000, 'EUR', 0)`
  await t.db`
    insert into refunds (payment_id, payment_intent_id, amount_cents, reason, source, status, created_by)
    values (${payment?.id ?? 0}, 'pi_1', 100, 'x', 'api', 'failed', ${id})`
  await t.db`
    insert into checkout_sessions (payment_id, request, expires_at)
    values (${payment?.id ?? 0}, ${t.db.json({ customer_email: email })}, now())`
  await t.db`insert into comment_moderations (comment_id, actor_id, is_hidden, reason) values (${comment.id}, ${id}, false, ${SAID})`
  const [report] = await t.db<{ id: number }[]>`select id from conversation_reports`
  await t.db`insert into conversation_readings (report_id, reader_id) values (${report?.id ?? 0}, ${id})`
  await t.db`
    insert into channel_bookings (provider, owner_id, booking_id, revision_id, version_at, is_cancelled)
    values ('channex', ${id}, 'b', 'r', now(), true)`
  await t.db`
    insert into conversations (low_id, high_id) values (${id}, ${admin.id}) on conflict do nothing`
  await t.db`insert into tourist_tax_changes (city_id, changed_by) values (${PARIS}, ${id})`
  return { ...person, email }
}

const erase = async (t: TestApp, user: TestUser) =>
  (await t.call('DELETE', '/user', { current_password: PASSWORD }, user)).status
const accept = (t: TestApp, owner: TestUser, id: number) =>
  t.call('POST', `//reservations/change-status-reservation-by-proprio/${id}/confirmed`, undefined, owner)

describe('an erased account', () => {
  test('has an answer for every column of the database that refers to a person', async ({ t }) => {
    const columns = (await referring(t)).map(({ table, column }) => `${table}.${column}`)
    expect(columns).toEqual(Object.keys(COLUMNS).sort())
  })

  test('leaves nothing in the database and in the files but what says why', async ({ t }) => {
    const person = await everything(t)
    const all = Object.keys(COLUMNS).sort()
    expect(await withRows(t, person)).toEqual(all)
    const marked = await columnsWith(t, MARK)
    expect(marked).toEqual(expect.arrayContaining(['users.email', 'webhook_subscriptions.headers', 'job_common.data']))
    expect(filesOf(t).some(({ text }) => text.includes(MARK))).toBe(true)
    const before = await t.db<{ mail_key: string; calendar_token: string }[]>`
      select u.mail_key, p.calendar_token from users u join properties p on p.owner_id = u.id where u.id = ${person.id}`
    const erased = await t.call('DELETE', '/user', { current_password: PASSWORD }, person)
    expect([erased.status, erased.body]).toEqual([200, expect.anything()])
    await t.drain()

    const kept = all.filter((column) => COLUMNS[column] !== GONE)
    expect(await withRows(t, person)).toEqual(kept)
    expect(await columnsWith(t, MARK)).toEqual([])
    expect(await t.db`select from webhook_subscriptions`).toHaveLength(0)
    expect(filesOf(t)).toEqual([])
    for (const secret of ['203.0.113.77', '+33612345678', ...Object.values(before[0] ?? {})])
      expect(await columnsWith(t, secret), secret).toEqual([])
  })

  test('has its open inquiries closed, and the owner is told without a name', async ({ t }) => {
    const { owner, home, guest } = await scene(t, { instant_book: false })
    const asked = await book(t, guest, { ...stay(home), inquiry: true })
    const id = Number(asked.body.data.reservation_id)
    expect(await erase(t, guest)).toBe(200)
    await t.drain()
    expect((await accept(t, owner, id)).status).toBe(409)
    const shown = await show(t, owner, id)
    expect(shown).toMatchObject({ status: 'cancelled', cancelled_by: 'guest', guest_name: null })
    const { body } = await t.call('GET', '/reservations?as=owner', undefined, owner)
    expect(body.data).toMatchObject([{ id, guest_name: null }])
    expect(await occupied(t)).toEqual([])
    expect(await told(t, owner)).toEqual(['reservation_cancelled', 'reservation_inquiry'])
    const mails = await t.mails(owner.email)
    expect(mails).toHaveLength(2)
    expect(JSON.stringify(mails)).not.toContain('Lovelace')
    const theirs = await t.mails(guest.email)
    expect(theirs).toEqual([])
  })

  test('of an owner declines what guests have asked', async ({ t }) => {
    const { owner, home, guest } = await scene(t, { instant_book: false })
    const asked = await book(t, guest, { ...stay(home), inquiry: true })
    expect(await erase(t, owner)).toBe(200)
    expect(await show(t, guest, Number(asked.body.data.reservation_id))).toMatchObject({ status: 'declined' })
    expect(await told(t, guest)).toEqual(['reservation_cancelled'])
  })

  test('and an acceptance of its inquiry at once: one of the two comes too late', { timeout: 120_000 }, async ({
    t,
  }) => {
    const { owner, home } = await scene(t, { instant_book: false })
    for (let round = 0; round < 8; round++) {
      const guest = await t.user()
      const asked = await book(t, guest, { ...stay(home, 30 + 5 * round), inquiry: true })
      const id = Number(asked.body.data.reservation_id)
      // The check of a password takes so long that the acceptance would always be first.
      await t.db`update users set password_hash = null where id = ${guest.id}`
      const [accepted, erased] = await Promise.all([accept(t, owner, id), erase(t, guest)])
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual([accepted.status, erased])
      expect((await show(t, owner, id)).status).toBe(erased === 200 ? 'cancelled' : 'pending')
    }
  })

  test('takes its webhooks from the channel manager', async ({ t }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const { id } = await subscribe(t, owner, home)
    await t.db`update webhook_subscriptions set remote_webhook_id = 'remote-1' where id = ${id}`
    expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, owner)).status).toBe(200)
    const jobs = await t.db`select data from pgboss.job where name = 'channel-manager.delete-webhook'`
    expect(jobs.map(({ data }) => data)).toMatchObject([{ remote_webhook_id: 'remote-1' }])
  })
})

test('an export has the subscriptions of one’s own homes without what signs for them, and no key of links', async ({
  t,
}) => {
  const [owner, other] = [await t.user(), await t.user()]
  const home = await t.home(owner)
  const { secret } = await subscribe(t, owner, home, { headers: { 'x-team': 'blue' } })
  await subscribe(t, other, await t.home(other))
  const { body } = await t.call('GET', '/user/export', undefined, owner)
  expect(body.data.webhook_subscriptions).toEqual([
    expect.objectContaining({ property_id: home, headers: { 'x-team': 'blue' }, event_mask: '*' }),
  ])
  expect(body.data.profile).not.toHaveProperty('mail_key')
  const [{ mail_key = '' } = {}] = await t.db<{ mail_key: string }[]>`select mail_key from users where id = ${owner.id}`
  for (const hidden of [secret, mail_key, 'secret_version']) expect(JSON.stringify(body)).not.toContain(hidden)
})
