import sharp from 'sharp'
import { expect } from 'vitest'
import { inDays, PARIS, type TestApp, type TestUser } from './app.ts'
import { subscribe } from './channels.ts'
import { addFeed } from './feeds.ts'
import { makeKey } from './keys.ts'
import { addEndpoint } from './receiver.ts'
import { pastStay } from './stays.ts'

/** In every text about the person, in names of files and in what they keep. */
export const MARK = 'zqxmark'
/** Messages of the person to others, in which nobody is named: they stay. */
export const SAID = 'a text'

/** A person with a row in every column, and the mark in every text. */
export async function markedPerson(t: TestApp): Promise<TestUser> {
  const [owner, person, admin] = [await t.user(), await t.user(), await t.user({ role: 'admin' })]
  const { id } = person
  const email = `${MARK}@example.org`
  await t.db`
    update users set username = ${MARK}, first_name = ${MARK}, last_name = ${MARK}, job = ${MARK}, location = ${MARK},
      phone = '+33612345678', email = ${email},
      billing_company = ${MARK}, billing_vat_number = ${MARK}, billing_address = ${MARK} where id = ${id}`
  const call = async (method: string, url: string, body?: unknown, user = person) => {
    const answer = await t.call(method, url, body, user)
    if (answer.status > 299) throw new Error(`${method} ${url} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  // As an owner: a home, its subscription, feed, photo, and a guest's past stay with a reply.
  const own = await t.home(person, { title: SAID, description: MARK, address: `1, rue ${MARK}`, city_id: PARIS })
  await call('PUT', '/company', {
    name: MARK,
    legal: MARK,
    reply_to: `${MARK}@example.org`,
    site: `https://${MARK}.example/`,
  })
  await call('PUT', '/company/contract', { texts: { fr: MARK } })
  await call('POST', '/sellers', { name: MARK, address: MARK, tax_id: MARK, prefix: 'MARK' })
  const secrets = { headers: { 'x-key': MARK }, request_params: { key: MARK } }
  const callback_url = `https://${MARK}.example/hook`
  await addEndpoint(t, person, callback_url, { description: MARK })
  await makeKey(t, person, { name: MARK, property_ids: [own] })
  await subscribe(t, person, own, { ...secrets, callback_url })
  expect((await addFeed(t, person, own, `https://calendar.example/${MARK}.ics`, MARK)).status).toBe(201)
  await call('POST', `/calendars/properties/${own}/owner-stays`, {
    ...{ start_date: inDays(200), end_date: inDays(203), name: MARK, guests: 1, note: MARK },
  })
  const arrival = { wifi: { name: MARK, password: MARK }, texts: { fr: { contact: MARK } } }
  await call('PUT', `/properties/${own}/arrival`, arrival)
  await t.db`
    insert into arrival_pictures (property_id, path, width, height, caption)
    values (${own}, ${`attachments/${MARK}.webp`}, 1, 1, ${MARK})`
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
  await t.db`update messages set sent_by = ${id} where receiver_id = ${id}`
  await t.db`insert into team_grants (owner_id, role, email, key_hash, expires_at, invited_by) values (${owner.id}, 'desk', ${email}, '\\x00', now() + interval '1 day', ${owner.id}), (${id}, 'desk', 'a@example.org', '\\x01', now() + interval '1 day', ${id})`
  await t.db`insert into imported_archives (id, owner_id, made_at) values (gen_random_uuid(), ${id}, now())`
  await t.db`insert into history_entries (owner_id, archive_id, kind, on_day, amount_cents, currency, title, data) values (${id}, gen_random_uuid(), 'receipt', now(), 1, 'EUR', 'x', '{}')`
  await t.db`insert into imported_homes (owner_id, external_id, property_id) values (${id}, ${MARK}, ${own})`
  const stay = await pastStay(t, home, person)
  await t.db`update reservations set message = ${MARK} where id = ${stay}`
  // A note about the guest, what they wrote for a company, and a message of a guest of theirs.
  await t.db`
    insert into stay_messages (reservation_id, source, from_guest, content, sent_by)
    values (${stay}, 'note', false, ${MARK}, null)`
  await t.db`
    insert into stay_messages (reservation_id, source, from_guest, content, sent_by)
    values (${await pastStay(t, home, await t.user())}, 'mail', false, ${SAID}, ${id})`
  const ofOwn = await pastStay(t, own, await t.user())
  await t.db`insert into stay_messages (reservation_id, source, from_guest, content) values (${ofOwn}, 'note', false, ${MARK})`
  await call('POST', '/message-templates', { name: MARK, trigger: 'confirmed', texts: { en: MARK } })
  await t.db`insert into stay_threads (reservation_id, owner_id, last_message_id) values (${ofOwn}, ${id}, 1)`
  await t.db`
    insert into change_requests (reservation_id, change, message, status, open_until, closed_at)
    values (${stay}, '{}', ${MARK}, 'expired', current_date, now())`
  await t.db`
    insert into imported_stays (owner_id, external_id, reservation_id, facts, guest_hash) values (${id}, ${MARK}, ${stay}, '{}', 'x')`
  await call('POST', '/tasks', { property_id: own, day: inDays(3), kind: 'other', note: MARK, assignee_id: id })
  const picture = new Blob([
    await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  ])
  const [ownTask] = await t.db<{ id: number }[]>`select id from tasks where property_id = ${own}`
  expect((await t.form(`/tasks/${ownTask?.id}/pictures`, { picture }, person)).status).toBe(201)
  await t.db`insert into travellers (reservation_id, people, sealed) values (${stay}, 1, ${MARK})`
  await t.db`insert into lost_tasks (property_id, departs_on, day, assignee_id, note) values (${own}, ${inDays(3)}, ${inDays(3)}, ${id}, ${MARK})`
  await call('POST', '/tasks/calendar')
  await t.db`
    insert into tasks (property_id, day, kind, reservation_id, note, assignee_id)
    values (${home}, current_date, 'other', ${stay}, ${MARK}, ${id})`
  const comment = await call('POST', `/properties/${home}/comments`, { rating: 4, content: SAID })
  await call('PUT', '/notifications/settings', {
    marketing_emails: true,
    email_notifications: true,
    push_notifications: true,
  })
  await t.db`insert into team_grants (owner_id, role, user_id) values (${owner.id}, 'desk', ${id})`
  await t.drain()
  await t.db`insert into notifications (user_id, account_id, type, content, data, dedupe_key)
    select ${owner.id}, user_id, type, content, data, 'copy' from notifications where user_id = ${id} limit 1`
  await t.db`insert into account_undos (user_id, token_hash, email, expires_at) values (${id}, '\\x00', ${email}, now() + interval '1 day')`
  await t.db`
    insert into email_verifications (user_id, email, token_hash, code_hash, attempts, expires_at)
    values (${id}, ${`new-${email}`}, '\\x01', '\\x01', 0, now() + interval '1 day')`
  await t.db`insert into password_resets (user_id, code_hash, attempts, expires_at) values (${id}, '\\x02', 0, now())`
  await t.db`insert into familiar_addresses (user_id, address) values (${id}, ${`ip of ${MARK}`})`
  await t.db`insert into attempt_counters (key, count, ends_at) values (${`reset-mail ${email}`}, 1, now() + interval '1 hour')`
  await t.db`insert into oauth_identities (provider, subject, user_id) values ('google', ${MARK}, ${id})`
  await t.db`insert into refreshed_tokens (jti, user_id, expires_at) values (gen_random_uuid(), ${id}, now())`
  await t.db`insert into ended_sessions (sid, user_id, expires_at) values (gen_random_uuid(), ${id}, now())`
  await t.db`
    insert into sessions (sid, user_id, token_version, device, address, created_at, expires_at)
    values (gen_random_uuid(), ${id}, 1, ${MARK}, '203.0.113.77', now(), now() + interval '1 day')`
  await t.db`insert into totp_secrets (user_id, secret) values (${id}, ${MARK})`
  await t.db`insert into recovery_codes (user_id, code_hash) values (${id}, ${MARK})`
  await t.db`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
    values (${id}, ${MARK}, 'x', 1, '{usb}', ${MARK}, false)`
  await t.db`insert into passkey_challenges values (${id}, 'proof', ${MARK}, now() + interval '1 day')`
  await t.db`insert into sign_in_challenges values (${MARK}, ${id}, 1, now() + interval '1 day')`
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
    insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency, refunded_cents, method, received_on, created_by)
    values ('pi_1', ${payment?.id ?? 0}, 'applied', 30000, 'EUR', 0, 'cash', current_date, ${id})`
  await t.db`
    insert into refunds (payment_id, payment_intent_id, amount_cents, reason, source, status, created_by)
    values (${payment?.id ?? 0}, 'pi_1', 100, 'x', 'api', 'failed', ${id})`
  await t.db`
    insert into checkout_sessions (payment_id, request, expires_at)
    values (${payment?.id ?? 0}, ${t.db.json({ customer_email: email })}, now())`
  const billed = {
    id: 'ch_1',
    payment_intent: 'pi_1',
    billing_details: { name: MARK, email, address: { line1: MARK } },
  }
  await t.deliver([{ id: 'evt_1', object: 'event', created: 1, type: 'charge.succeeded', data: { object: billed } }])
  await t.db`insert into comment_moderations (comment_id, actor_id, is_hidden, reason) values (${comment.id}, ${id}, false, ${SAID})`
  const [report] = await t.db<{ id: number }[]>`select id from conversation_reports where reporter_id = ${id}`
  await t.db`insert into conversation_readings (report_id, reader_id) values (${report?.id ?? 0}, ${id})`
  await t.db`
    insert into channel_bookings (provider, owner_id, booking_id, revision_id, version_at, is_cancelled)
    values ('channex', ${id}, 'b', 'r', now(), true)`
  await t.db`insert into channel_properties (remote_property_id, owner_id) values ('P', ${id})`
  await t.db`
    insert into conversations (low_id, high_id) values (${id}, ${admin.id}) on conflict do nothing`
  await t.db`insert into tourist_tax_changes (city_id, changed_by) values (${PARIS}, ${id})`
  return { ...person, email }
}
