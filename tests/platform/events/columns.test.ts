import { expect } from 'vitest'
import { MODULES } from '../../../src/modules.ts'
import type { Database } from '../../../src/platform/db/client.ts'
import { alone } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { feed } from '../../support/feed.ts'

interface Columns {
  /** Their changes are events. */
  announced: string
  /** Another table tells their change, or no subject shows them. */
  ignored?: string
  /** No event shows them, nor that they have changed. */
  secret?: string
}

/** Every column of the tables that announce events. Decide a new one here, and in the trigger if it is not announced. */
const COLUMNS: Record<string, Columns> = {
  reservations: {
    announced: `id property_id guest_id contact_id check_in check_out adults children infants source ota_name ota_reservation_code total_cents
      due_now_cents currency balance_due_on hold_expires_at created_at note labels expected_arrival remarks commission_cents collected_by continues
      collector_confirmed_at has_virtual_card virtual_card_from done_at_channel_at cancellation_fee_cents is_written_down`,
    ignored:
      'quote_id quote status cancelled_by cancelled_at message balance_made updated_at arrival_access link_version shares_code',
  },
  reservation_events: {
    announced: '',
    ignored: 'id reservation_id actor actor_id from_status to_status reason change by_company_link at',
  },
  payments: {
    announced:
      'id reservation_id kind amount_cents currency status due_on dispute_status created_at has_successor rest_card_from',
    ignored: `payer_id title check_in check_out payable_until rest_cents rest_due_on asked_at reminders disputed_at updated_at`,
    secret: 'key',
  },
  receipts: {
    announced:
      'payment_id status amount_cents currency refunded_cents method received_on note created_by is_documented',
    ignored: 'payment_intent_id method_id received_at confirmed_by',
    secret: 'confirmation_key',
  },
  refunds: {
    announced: 'status',
    ignored:
      'id payment_id payment_intent_id amount_cents reason source provider_refund_id created_by created_at settled_at method paid_on',
    secret: 'key',
  },
  invoices: {
    announced: '',
    ignored:
      'id number kind reservation_id payment_id refund_id change_id locale seller seller_id buyer lines total_cents currency method issued_at',
    secret: 'key',
  },
  messages: {
    announced: '',
    ignored: `id conversation_id sender_id receiver_id content attachment attachment_file property_id reservation_id created_at sent_by`,
  },
  stay_messages: {
    announced: 'id reservation_id source from_guest content attachments sent_by state error created_at by_company_link',
    ignored: 'claimed_at external_id is_automatic',
  },
  comments: {
    announced: '',
    ignored: `id property_id reservation_id author_id rating content cleanliness accuracy check_in communication location value reply
      replied_at hidden_at created_at updated_at`,
  },
  contacts: {
    announced: 'id name first_name last_name email phone language country_id created_at',
    ignored: 'plain_name departs_on proved_email previous_email email_scopes',
  },
  users: {
    announced: 'id first_name last_name email phone locale country_id avatar created_at deleted_at',
    ignored: 'username plain_name job location phone_number email_verified_at role updated_at',
    secret: 'password_hash billing_company billing_vat_number billing_address mail_key token_version second_factor_at',
  },
  properties: {
    announced: `id owner_id status title description property_type room_type country_id city_id neighborhood_id address latitude longitude
      public_latitude public_longitude timezone currency max_guests included_guests bedrooms beds bathrooms amenities base_price_cents
      weekend_price_cents weekend_days weekend_bits cleaning_fee_cents extra_guest_fee_cents security_deposit_cents deposit_percent
      balance_due_days min_stay max_stay lead_time_days booking_window_days instant_book cancellation_policy check_in_time check_out_time
      rating_average rating_count created_at updated_at owner_days registration_number
      tax_per_adult_night_cents tax_percent_hundredths tax_cap_cents seller_id`,
    secret: 'calendar_token',
  },
  property_photos: { announced: 'id property_id path width height smaller alt position created_at' },
  occupancy: { announced: 'id property_id kind stay reservation_id closure_id overbooked' },
  calendar_conflicts: {
    announced: 'nights',
    ignored: 'id feed_id reservation_id other_feed_id kind told opened_at dismissed dismissed_because',
  },
  calendar_days: {
    announced:
      'property_id day price_cents cleaning_fee_cents extra_guest_fee_cents min_stay max_stay closed_to_arrival closed_to_departure',
  },
  tasks: {
    announced: 'id property_id day kind reservation_id departs_on assignee_id done_at created_at',
    ignored: 'note closed_days updated_at',
  },
  seasons: {
    announced: `id property_id label description start_date end_date reduction_hundredths min_stay max_stay policy status created_at updated_at`,
  },
}

/** The subject whose fields a trigger shows as they were. */
const SUBJECTS: Record<string, string> = { reservations: 'reservation', payments: 'payment', properties: 'property' }

const named = (text = '') => text.split(/\s+/).filter((name) => name !== '')

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
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(COLUMNS).toSorted())
  for (const { name, columns } of tables) {
    const { announced = '', ignored, secret } = COLUMNS[name] ?? {}
    expect([name, [announced, ignored, secret].flatMap(named).toSorted()]).toEqual([name, columns])
    const present = triggers.filter(({ table }) => table === name).flatMap((trigger) => announcedBy(trigger, columns))
    expect([name, [...new Set(present)].toSorted()]).toEqual([name, named(announced).toSorted()])
  }
})

alone('what was before is shown of the fields of the subject, and of nothing else', async ({ t }) => {
  const { triggers } = await readTriggers(t.db)
  const subjects = new Map(
    MODULES.flatMap(({ subjects = [] }) => subjects.map(({ name, data }) => [name as string, data.shape])),
  )
  for (const [table, subject] of Object.entries(SUBJECTS)) {
    const fields = Object.keys(subjects.get(subject) ?? {})
    const shown = triggers
      .filter((trigger) => trigger.table === table)
      .flatMap(({ definition }) => listIn(definition, /event_of_\w+\('\{([^}]*)\}'\)/))
    const announced = named(COLUMNS[table]?.announced).filter((name) => fields.includes(name.replace(/_cents$/, '')))
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
