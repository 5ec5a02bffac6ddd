import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { alone, PASSWORD, type TestApp, type TestUser } from '../../support/app.ts'
import { columnsWith } from '../../support/columns-with.ts'
import { MARK, markedPerson } from '../../support/marked-person.ts'
import { reserved, show } from '../../support/payments.ts'

const KEPT = {
  books: 'accounting: without a name',
  others: 'belongs to others as well: without a name',
  record: 'says who did what as a role: without a name',
  token: 'refuses a token until it ends',
} as const

/** Why rows stay that refer to an erased account, by the column that does. All others go. */
const KEPT_COLUMNS: Record<string, (typeof KEPT)[keyof typeof KEPT]> = {
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
  'history_entries.owner_id': KEPT.books,
  'imported_archives.owner_id': KEPT.books,
  'message_blocks.blocked_id': KEPT.others,
  'messages.receiver_id': KEPT.others,
  'messages.sender_id': KEPT.others,
  'messages.sent_by': KEPT.others,
  'payments.payer_id': KEPT.books,
  'policy_acceptances.user_id': KEPT.record,
  'properties.owner_id': KEPT.books,
  'receipts.created_by': KEPT.books,
  'refunds.created_by': KEPT.books,
  'reservation_events.actor_id': KEPT.record,
  'reservations.guest_id': KEPT.books,
  'refreshed_tokens.user_id': KEPT.token,
  'ended_sessions.user_id': KEPT.token,
  'sellers.owner_id': KEPT.books,
  'stay_messages.sent_by': KEPT.others,
  'subscriptions.user_id': KEPT.books,
  'supplements.created_by': KEPT.books,
  'tourist_tax_changes.changed_by': KEPT.record,
}

/** Every column with a foreign key to a person, found in the catalogue. */
const referring = (t: TestApp) =>
  t.db<{ table: string; column: string }[]>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid in ('users'::regclass, 'customers'::regclass)
    order by 1, 2`

/** Lists those of the columns that have a row of a person. */
async function withRows(t: TestApp, user: TestUser): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of await referring(t)) {
    const rows = await t.db`select from ${t.db(table)} where ${t.db(column)} = ${user.id}`
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
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

describe('an erased account', () => {
  alone('leaves nothing in the database and in the files but what says why', async ({ t }) => {
    const person = await markedPerson(t)
    const all = (await referring(t)).map(({ table, column }) => `${table}.${column}`)
    expect(await withRows(t, person)).toEqual(all)
    const marked = await columnsWith(t, MARK)
    expect(marked).toEqual(expect.arrayContaining(['users.email', 'webhook_subscriptions.headers', 'job_common.data']))
    expect(filesOf(t).some(({ text }) => text.includes(MARK))).toBe(true)
    const before = await t.db<{ mail_key: string; calendar_token: string }[]>`
      select u.mail_key, p.calendar_token from users u join properties p on p.owner_id = u.id where u.id = ${person.id}`
    const erased = await t.call('DELETE', '/user', { current_password: PASSWORD }, person)
    expect([erased.status, erased.body]).toEqual([200, expect.anything()])
    await t.drain()

    expect(await withRows(t, person)).toEqual(Object.keys(KEPT_COLUMNS).sort())
    expect(await columnsWith(t, MARK)).toEqual([])
    expect(await t.db`select from webhook_subscriptions`).toHaveLength(0)
    expect(filesOf(t)).toEqual([])
    for (const secret of ['203.0.113.77', '+33612345678', ...Object.values(before[0] ?? {})])
      expect(await columnsWith(t, secret), secret).toEqual([])
  })
})

alone('what the payment provider tells of who pays is not kept, and the payment is applied', async ({ t }) => {
  const { guest, id, url } = await reserved(t)
  const address = { line1: MARK, city: MARK }
  const details = { customer_email: `${MARK}@example.org`, customer_details: { name: MARK, address } }
  const events = t.pay(url).map((event) => ({
    ...event,
    data: { object: { ...(event.data as { object: object }).object, ...details } },
  }))
  await t.deliver(events)
  expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  expect(await t.db`select from inbound_events where status = 'applied'`).toHaveLength(events.length)
  expect(await columnsWith(t, MARK)).toEqual([])
})
