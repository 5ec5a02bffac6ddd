import { type Answer, inDays, PARIS, startApp, type TestUser } from './app.ts'
import { stay } from './booking.ts'
import { bulk, close, days } from './calendars.ts'
import { channelScene, eventOf, sold } from './channels.ts'
import type { TestDatabase } from './database.ts'
import { addFeed } from './feeds.ts'
import { pastStay } from './stays.ts'

/** Gives every table of a clone of the template a row: most through the service, the others by themselves. */
export async function fillEveryTable(database: TestDatabase): Promise<void> {
  const t = await startApp({}, { run: false }, { database })
  const done = (answer: Answer) => {
    if (answer.status > 299) throw new Error(JSON.stringify(answer.body))
    return answer.body.data
  }
  const call = async (method: string, url: string, body: unknown, user: TestUser) =>
    done(await t.call(method, url, body, user))
  const { owner, home, webhook, deliver } = await channelScene(t)
  const { db } = t
  const guest = await t.user()

  // Details of a home, and what a channel sells of it.
  await db`
    update webhook_subscriptions set remote_property_id = 'home', room_type_id = 'room', rate_plan_id = 'rate'
    where id = ${webhook}`
  const season = { season_libelle: 'x', season_start_date: inDays(10), season_end_date: inDays(20) }
  await call('POST', '/seasons-test', { ...season, season_reduction_percent: 10, property_id: home }, owner)
  done(await bulk(t, owner, home, { action: 'set_price', ...days(40, 42), price_per_night: 90 }))
  done(await close(t, owner, home, 50, 52))
  done(await addFeed(t, owner, home, 'https://calendar.example/a.ics'))
  await db`insert into deleted_feeds (feed_id, property_id) values (0, ${home})`
  await call('POST', `/properties/${home}/favorite`, undefined, guest)
  await db`insert into property_photos (property_id, path, width, height, position) values (${home}, 'a.webp', 1, 1, 1)`
  await deliver(eventOf(sold(60, 63)))
  await db`insert into imported_homes values (${owner.id}, 'x', ${home})`
  await db`
    insert into imported_stays (owner_id, external_id, reservation_id, facts, guest_hash)
    select ${owner.id}, 'x', id, '{}', 'x' from reservations where property_id = ${home} limit 1`

  // A stay that is paid for, with a supplement that is billed, and a review of one that has ended.
  await call('POST', '/quotes', stay(home, 70), guest)
  const booked = await call('POST', '/reservations', stay(home), guest)
  await t.deliver(t.pay(booked.payment_url))
  const { reservation_id: id } = booked
  await call('POST', `/reservations/${id}/supplements`, { label: 'x', amount: 10 }, owner)
  await call('POST', `//reservations/${id}/invoice?is_supplement=true`, undefined, owner)
  await call('POST', `/reservations/${id}/change-requests`, { adults: 1 }, guest)
  await db`update reservations set balance_made = true where id = ${id}`
  await db`
    insert into payments (reservation_id, kind, title, amount_cents, currency, due_on)
    values (${id}, 'balance', 'x', 1, 'EUR', ${inDays(1)})`
  await db`
    insert into payments (reservation_id, kind, title, amount_cents, currency, status, has_successor)
    values (${id}, 'booking', 'x', 1, 'EUR', 'cancelled', true)`
  await call('PUT', `/properties/${home}/arrival`, { texts: { fr: { way: 'x' } } }, owner)
  await db`insert into arrival_pictures (property_id, path, width, height) values (${home}, 'b.webp', 1, 1)`
  await call('PUT', `/reservations/${id}/access-code`, { code: 'x' }, owner)
  await db`insert into stay_codes values (${id}, 'x', now())`
  await db`
    insert into channel_reviews (property_id, remote_property_id, external_id, source, content, is_hidden, received_at)
    values (${home}, 'x', 'x', 'airbnb', 'x', false, now())`
  await pastStay(t, home, guest)
  await call('POST', `/properties/${home}/comments`, { rating: 4, content: 'x' }, guest)

  // Messages between people, a note, and a template that has sent one.
  await call('POST', '/message-templates', { name: 'x', trigger: 'confirmed', texts: { en: 'x' } }, owner)
  await db`
    insert into template_sendings (template_id, reservation_id, name, due_at) select id, ${id}, name, now() from message_templates`
  await call('POST', `/reservations/${id}/messages`, { content: 'x', source: 'note' }, owner)
  await call('POST', '/messages', { receiver_id: owner.id, content: 'x', property_id: home }, guest)
  await call('POST', `/messages/${owner.id}/report`, { reason: 'x' }, guest)
  await call('POST', `/messages/${owner.id}/block`, undefined, guest)
  await call('PUT', '/notifications/settings', { marketing_emails: true }, guest)
  await t.drain()
  await call('POST', '/webhook-endpoints', { url: 'https://hooks.example/' }, owner)
  await call('POST', '/api-keys', { name: 'x', scopes: ['calendar.read'] }, owner)
  await call('POST', '/sellers', { name: 'x', prefix: 'X' }, owner)
  await call('PUT', '/company', { name: 'x' }, owner)
  await db`insert into invoice_series values ('X', 2026, 1)`
  await call('PUT', `/reservations/${id}/guests`, { travellers: [{ nationality: 'FR' }] }, owner)
  const task = await call('POST', '/tasks', { property_id: home, day: inDays(3), kind: 'other', closes_days: 1 }, owner)
  await db`insert into lost_tasks (property_id, departs_on, day) values (${home}, ${inDays(3)}, ${inDays(3)})`
  await db`insert into task_pictures (task_id, path, width, height) values (${task.id}, 'a.webp', 1, 1)`
  await call('POST', '/tasks/calendar', undefined, owner)
  await db`insert into team_grants (owner_id, role, user_id) values (${owner.id}, 'desk', ${guest.id})`
  // Notifications of a type leave with the migration of that type; this one is of the first.
  await db`delete from notifications where type <> 'reservation_confirmed'`
  await call('PUT', `/properties/${home}`, { base_price: 110 }, owner)
  await t.app.dispatchEvents()
  await db`
    insert into calendar_conflicts (feed_id, reservation_id, kind, nights, told)
    select min(f.id), min(r.id), 'certain', '{}', '{}' from calendar_feeds f, reservations r`
  await db`insert into webhook_deliveries (endpoint_id) select id from webhook_endpoints`
  await call('PUT', `/properties/${home}`, { base_price: 111 }, owner)

  // Traces of a provider, time, support or another node.
  await db`insert into tourist_tax_changes (city_id, changed_by) values (${PARIS}, ${owner.id})`
  await db`insert into neighborhoods values ('1', ${PARIS}, 'x', 1, 48.85, 2.35) on conflict do nothing`
  await db`
    insert into account_undos (user_id, token_hash, email, expires_at) values (${guest.id}, 'x', 'a@example.org', now())`
  await db`
    insert into email_verifications (user_id, token_hash, code_hash, expires_at) values (${guest.id}, 'x', 'x', now())`
  await db`insert into password_resets (user_id, expires_at) values (${guest.id}, now())`
  await db`insert into familiar_addresses (user_id, address) values (${guest.id}, '::1')`
  await db`insert into attempt_counters values ('x', 1, now())`
  await db`
    insert into stuck_revisions (revision_id, remote_property_id, kind, reason, release) values ('x', 'x', 'unmapped', 'x', 'x')`
  await db`insert into oauth_identities (provider, subject, user_id) values ('google', 'x', ${guest.id})`
  await db`insert into refreshed_tokens (jti, user_id, expires_at) values (gen_random_uuid(), ${guest.id}, now())`
  await db`insert into ended_sessions values (gen_random_uuid(), ${guest.id}, now())`
  await db`
    insert into sessions (sid, user_id, token_version, address, created_at, expires_at)
    values (gen_random_uuid(), ${guest.id}, 1, '::1', now(), now())`
  await db`insert into totp_secrets (user_id, secret) values (${guest.id}, 'x')`
  await db`insert into recovery_codes (user_id, code_hash) values (${guest.id}, 'x')`
  await db`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
    values (${guest.id}, 'x', 'x', 1, '{usb}', 'x', false)`
  await db`insert into passkey_challenges values (${guest.id}, 'proof', 'x', now())`
  await db`insert into sign_in_challenges values ('x', ${guest.id}, 1, now())`
  await db`insert into policies (type, title, locale, version, content) values ('terms', 'x', 'fr', 1, 'x')`
  await db`
    insert into policy_acceptances (user_id, policy_id, version, content_hash) select ${guest.id}, id, 1, 'x' from policies`
  await db`insert into customers (user_id, customer_id) values (${guest.id}, 'cus_1') on conflict do nothing`
  await db`insert into payment_methods (user_id, method_id, type) values (${guest.id}, 'pm_1', 'card')`
  await db`insert into charges (payment_id, customer_id, method_id) select min(id), 'cus_1', 'pm_1' from payments`
  await db`
    insert into refunds (payment_id, payment_intent_id, amount_cents, source)
    select payment_id, payment_intent_id, 1, 'api' from receipts`
  await db`
    insert into disputes (dispute_id, payment_intent_id, status, reason, amount_cents, currency, is_refundable, opened_at, read_at)
    select 'du_' || payment_intent_id, payment_intent_id, 'won', 'fraudulent', 1, 'EUR', true, now(), now() from receipts`
  await db`
    insert into subscriptions (subscription_id, user_id, status, cancel_at_period_end, started_at, read_at)
    values ('sub_1', ${guest.id}, 'active', false, now(), now())`
  await db`
    insert into comment_moderations (comment_id, actor_id, is_hidden, reason) select id, ${owner.id}, false, 'x' from comments`
  await db`
    insert into conversation_readings (report_id, reader_id) select id, ${owner.id} from conversation_reports`
  await db`insert into idempotency_keys (user_id, scope, key, request_hash) values (${guest.id}, 'x', 'x', 'x')`
  await db`insert into installation (database_id) values ('x') on conflict do nothing`
  await db`insert into database_losses (epoch, reason, survived_at, reconciled_at) values (2, 'rewound', now(), now())`
  await db`insert into unclaimed_payments (payment_intent_id, amount_cents, currency) values ('pi_1', 1, 'EUR')`
  await db`insert into write_probes values ('x')`
  await db`insert into realtime_payloads (payload) values ('x')`
  await db`insert into realtime_nodes values (${webhook}, 1, now())`
  await db`insert into realtime_presence values (${webhook}, 'x', 'x')`
  await db`insert into realtime_caches values ('x', 'x', 'x')`
  await db`insert into realtime_revocations values ('x', now())`
  await db`insert into realtime_outbox (channel, message) values ('x', 'x')`
  await t.standin.close()
  await t.close()
}
