import { expect } from 'vitest'
import { MODULES } from '../../../src/modules.ts'
import type { Database } from '../../../src/platform/db/client.ts'
import { alone } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { feed } from '../../support/feed.ts'

interface Columns {
  /** Another table tells their change, or no subject shows them. */
  ignored?: string
  /** No event shows them, nor that they have changed. */
  secret?: string
}

/** Columns of the tables with events that are not announced: also decided in the trigger. */
const COLUMNS: Record<string, Columns> = {
  reservations: {
    ignored:
      'quote_id quote status cancelled_by cancelled_at message balance_made updated_at arrival_access guest_seen link_version shares_code',
  },
  reservation_events: {
    ignored: 'id reservation_id actor actor_id from_status to_status reason change by_company_link at',
  },
  payments: {
    ignored: `payer_id payee_id title check_in check_out payable_until rest_cents rest_due_on asked_at reminders disputed_at updated_at`,
    secret: 'key',
  },
  receipts: {
    ignored: 'payment_intent_id method_id received_at confirmed_by',
    secret: 'confirmation_key',
  },
  refunds: {
    ignored:
      'id payment_id payment_intent_id amount_cents reason source provider_refund_id created_by created_at settled_at method paid_on',
    secret: 'key',
  },
  invoices: {
    ignored:
      'id number kind reservation_id payment_id refund_id change_id locale seller seller_id buyer lines total_cents currency method issued_at',
    secret: 'key',
  },
  messages: {
    ignored: `id conversation_id sender_id receiver_id content attachment attachment_file property_id reservation_id created_at sent_by`,
  },
  stay_messages: {
    ignored: 'claimed_at external_id is_automatic',
  },
  comments: {
    ignored: `id property_id reservation_id author_id rating content cleanliness accuracy check_in communication location value reply
      replied_at hidden_at created_at updated_at`,
  },
  contacts: {
    ignored: 'plain_name departs_on proved_email previous_email email_scopes',
  },
  users: {
    ignored: 'username plain_name job location phone_number email_verified_at role updated_at',
    secret: 'password_hash billing_company billing_vat_number billing_address mail_key token_version second_factor_at',
  },
  properties: {
    secret: 'calendar_token',
  },
  calendar_conflicts: {
    ignored: 'id feed_id reservation_id other_feed_id kind told opened_at dismissed dismissed_because',
  },
  companies: {
    ignored: 'owner_id colour reply_to legal updated_at',
  },
  tasks: {
    ignored: 'note closed_days updated_at',
  },
}

/** The subject whose fields a trigger shows as they were. */
const SUBJECTS: Record<string, string> = { reservations: 'reservation', payments: 'payment', properties: 'property' }

const named = (text = '') => text.split(/\s+/).filter((name) => name !== '')

const notAnnounced = (table: string): string[] => [COLUMNS[table]?.ignored, COLUMNS[table]?.secret].flatMap(named)

interface Table {
  name: string
  columns: string[]
}

interface Trigger {
  table: string
  definition: string
  /** The columns that `update of` names. */
  of: string[]
}

async function readTriggers(db: Database) {
  const triggers = await db<Trigger[]>`
    select relname as "table", pg_get_triggerdef(t.oid) as definition,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (tgattr::int2[])) as of
    from pg_trigger t join pg_class c on c.oid = tgrelid join pg_proc p on p.oid = tgfoid
    where proname like 'event\_of\_%' and not relispartition order by tgname`
  const tables = await db<Table[]>`
    select relname as name, array_agg(attname::text order by attname::text collate "C") as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relname = any (${[...new Set(triggers.map(({ table }) => table))]})
      and attnum > 0 and not attisdropped
    group by relname order by relname`
  return { triggers, tables }
}

const listIn = (definition: string, pattern: RegExp): string[] => pattern.exec(definition)?.[1]?.split(',') ?? []

/** The columns whose change a trigger tells. Pure. */
function announcedBy({ definition, of }: Trigger, columns: string[]): string[] {
  if (!/ (?:AFTER|OR) UPDATE /.test(definition)) return []
  if (of.length > 0) return of
  const ignored = listIn(definition, /event_differs\(to_jsonb\(old\.\*\), to_jsonb\(new\.\*\), '\{([^}]*)\}'/)
  expect([definition, definition.includes(' WHEN ')]).toEqual([definition, ignored.length > 0])
  expect(ignored.filter((name) => !columns.includes(name))).toEqual([])
  return columns.filter((name) => !ignored.includes(name))
}

alone('every column of a table with events is announced, ignored or secret, and its triggers agree', async ({ t }) => {
  const { triggers, tables } = await readTriggers(t.db)
  expect(Object.keys(COLUMNS).filter((table) => !tables.some(({ name }) => name === table))).toEqual([])
  for (const { name, columns } of tables) {
    const present = triggers.filter(({ table }) => table === name).flatMap((trigger) => announcedBy(trigger, columns))
    const kept = columns.filter((column) => !present.includes(column))
    expect([name, kept]).toEqual([name, notAnnounced(name).toSorted()])
  }
})

alone('what was before is shown of the fields of the subject, and of nothing else', async ({ t }) => {
  const { triggers, tables } = await readTriggers(t.db)
  const subjects = new Map(
    MODULES.flatMap(({ subjects = [] }) => subjects.map(({ name, data }) => [name as string, data.shape])),
  )
  for (const [table, subject] of Object.entries(SUBJECTS)) {
    const fields = Object.keys(subjects.get(subject) ?? {})
    const shown = triggers
      .filter((trigger) => trigger.table === table)
      .flatMap(({ definition }) => listIn(definition, /event_of_\w+\('\{([^}]*)\}'\)/))
    const columns = tables.find(({ name }) => name === table)?.columns ?? []
    const announced = columns.filter(
      (name) => !notAnnounced(table).includes(name) && fields.includes(name.replace(/_cents$/, '')),
    )
    expect([table, shown.toSorted()]).toEqual([table, announced.toSorted()])
  }
})

alone('a column that nobody has decided about tells its change, and not its value', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  const { reservation_id } = (await book(t, guest, stay(home))).body.data
  const changes = [
    ['properties', t.db`id = ${home}`, ['property.updated', 'calendar.changed']],
    ['reservations', t.db`id = ${reservation_id}`, ['reservation.changed']],
    ['payments', t.db`reservation_id = ${reservation_id}`, ['payment.changed', 'reservation.changed']],
    ['users', t.db`id = ${guest.id}`, ['reservation.changed']],
  ] as const
  for (const [table, condition, types] of changes) {
    await t.db`alter table ${t.db(table)} add column further text`
    const { next } = await feed(t, owner, 'latest')
    await t.db`update ${t.db(table)} set further = 'unseen' where ${condition}`
    const { events } = await feed(t, owner, next)
    expect([table, events.map(({ type }) => type)]).toEqual([table, types])
    expect(JSON.stringify(events)).not.toContain('unseen')
  }
})
