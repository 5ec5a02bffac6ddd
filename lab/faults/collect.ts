import postgres from 'postgres'
import { type Evidence, evidence } from './evidence.ts'

/** Reads what a run has left in the database, as an auditor: past the service and its statements. */

export async function collect(
  url: string,
  others: Pick<Evidence, 'provider' | 'mails'>,
  ssl: 'require' | false = false,
): Promise<Evidence> {
  const sql = postgres(url, { max: 1, ssl, onnotice: () => undefined, connect_timeout: 10 })
  try {
    const read = async <T>(rows: PromiseLike<T[]>): Promise<T[]> => [...(await rows)]
    return evidence.parse({
      ...others,
      reservations: await read(sql`
        select id, property_id as home, guest_id as guest, check_in::text, check_out::text, total_cents::integer as cents, status::text,
          cancelled_by::text,
          message as tag, extract(epoch from now() - hold_expires_at)::float8 as overdue
        from reservations order by id`),
      transitions: await read(sql`
        select id::integer, reservation_id as reservation, from_status::text as from, to_status::text as to, actor::text,
          (extract(epoch from at) * 1000)::float8 as at
        from reservation_events order by id`),
      nights: await read(sql`
        select reservation_id as reservation, property_id as home, lower(stay)::text as from, upper(stay)::text as to, overbooked
        from occupancy where kind = 'stay' order by id`),
      payments: await read(sql`
        select id, key::text, reservation_id as reservation, amount_cents::integer as cents, status::text
        from payments where reservation_id is not null order by id`),
      receipts: await read(sql`
        select payment_intent_id as intent, payment_id as payment, amount_cents::integer as cents,
          refunded_cents::integer as refunded, method::text, note as tag
        from receipts`),
      refunds: await read(sql`
        select id, key::text, payment_id as payment, payment_intent_id as intent, amount_cents::integer as cents, status::text,
          case source when 'api' then reason end as tag
        from refunds order by id`),
      unclaimed: await read(sql`
        select payment_intent_id as intent, amount_cents::integer as cents, (extract(epoch from found_at) * 1000)::float8 as found
        from unclaimed_payments order by payment_intent_id`),
      documents: await read(sql`
        select number, payment_id as payment, refund_id as refund, total_cents::integer as cents from invoices order by id`),
      messages: await read(sql`
        select id, sender_id as sender, receiver_id as receiver, content as tag from messages order by id`),
      notices: await read(sql`
        select user_id as user, type::text, dedupe_key as fact,
          case when jsonb_typeof(data -> 'reservation_id') = 'number' then (data ->> 'reservation_id')::integer end as reservation
        from notifications order by id`),
      channel: await read(sql`
        select b.booking_id as booking, b.revision_id as revision, b.is_cancelled,
          coalesce(jsonb_agg(jsonb_build_object(
            'status', r.status, 'check_in', r.check_in, 'check_out', r.check_out)) filter (where r.id is not null), '[]') as stays
        from channel_bookings b
        left join channel_stays s on s.channel_booking_id = b.id
        left join reservations r on r.id = s.reservation_id
        group by b.id order by b.id`),
      inbox: await read(sql`
        select split_part(event_id, ':', 3) as event, status::text from inbound_events where provider = 'channel'
        union all select event_id, status::text from inbound_events where provider <> 'channel'`),
      unfinished: (
        await read(sql`
        select 'job ' || name || ' is ' || state || ', due for ' || round(extract(epoch from now() - start_after)) || ' s, tried '
          || retry_count || ' times: ' || left(coalesce(output::text, ''), 200) as what
        from pgboss.job
        where state <= 'active' and start_after < now() - interval '10 s' and name not like '\\_\\_pgboss%'
        union all
        select 'dead letter ' || left(data::text, 200) from pgboss.job where name = 'dead-letters'
        union all
        select 'key ' || key || ' of ' || scope || ' has no answer for ' || round(extract(epoch from now() - created_at)) || ' s'
        from idempotency_keys where status is null and not is_carried_out and created_at < now() - interval '90 s'
          -- Nobody waits for claims of a restored backup: they are void when somebody asks again.
          and created_at > (select coalesce(max(found_at), '-infinity') from database_losses)
        union all
        select 'a transaction is open for ' || round(extract(epoch from now() - xact_start)) || ' s: ' || left(query, 100)
        from pg_stat_activity where state like 'idle in transaction%' and xact_start < now() - interval '20 s'`)
      ).map(({ what }) => what),
    })
  } finally {
    await sql.end()
  }
}
