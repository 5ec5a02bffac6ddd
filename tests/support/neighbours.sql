-- People, homes and stays that no test knows, of each kind some, and each just on the other side of a limit: their holds, codes and
-- links have not ended yet, what is deleted after a week is six days old. Nothing of them is due to any job.

insert into users (username, first_name, last_name, country_id, phone, email, email_verified_at, password_hash, role, locale, deleted_at) values
  ('nina', 'Nina', 'Neighbour', 'FR', '+33 6 99 00 00 01', 'nina@neighbours.example', now(), 'none', 'owner', 'fr', null),
  ('noah', 'Noah', 'Neighbour', 'FR', '+33 6 99 00 00 02', 'noah@neighbours.example', now(), 'none', 'user', 'en', null),
  ('nora', 'Nora', 'Neighbour', 'FR', '+33 6 99 00 00 03', 'nora@neighbours.example', null, 'none', 'user', 'fr', null),
  ('nils', 'Nils', 'Neighbour', 'FR', null, 'nils@neighbours.example', now(), null, 'user', 'fr', now());

-- Accounts.
insert into email_verifications (user_id, email, token_hash, code_hash, expires_at)
select id, null, 'verification'::bytea, 'verification'::bytea, now() + interval '12 hours' from users where username = 'nora'
union all
select id, 'noah.new@neighbours.example', 'change', 'change', now() - interval '6 days' from users where username = 'noah';
insert into password_resets (user_id, code_hash, token_hash, expires_at, token_expires_at)
select id, 'code'::bytea, null, now() - interval '6 days', null from users where username = 'noah'
union all
select id, null, 'token'::bytea, now() - interval '8 days', now() + interval '1 day' from users where username = 'nina';
insert into refreshed_tokens (jti, user_id, expires_at) select gen_random_uuid(), id, now() + interval '1 day' from users where username = 'noah';
insert into sessions (sid, user_id, token_version, address, created_at, expires_at)
  select gen_random_uuid(), id, 1, '::1', now(), now() + interval '1 day' from users where username = 'noah';
insert into totp_secrets (user_id, secret) select id, 'x' from users where username = 'noah';
insert into recovery_codes (user_id, code_hash) select id, 'x' from users where username = 'noah';
insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
  select id, 'neighbour', 'x', 1, '{usb}', 'Key', false from users where username = 'noah';
insert into passkey_challenges select id, 'proof', 'x', now() + interval '1 day' from users where username = 'noah';
insert into sign_in_challenges select 'x', id, 1, now() + interval '1 day' from users where username = 'noah';
insert into ended_sessions select gen_random_uuid(), id, now() + interval '1 day' from users where username = 'noah';
insert into account_undos (user_id, token_hash, email, expires_at)
select id, 'undo'::bytea, 'noah.old@neighbours.example', now() + interval '1 day' from users where username = 'noah';
insert into attempt_counters values ('neighbours', 1, now() + interval '1 day');
insert into familiar_addresses select id, '198.51.100.7', now() - interval '179 days' from users where username = 'noah';
insert into oauth_identities (provider, subject, user_id) select 'google', 'neighbour', id from users where username = 'noah';
insert into idempotency_keys (user_id, scope, key, request_hash, status, body, created_at)
select id, 'POST /reservations', 'key', 'hash'::bytea, 201, '{}', now() - interval '12 hours' from users where username = 'noah';
insert into policies (type, locale, version, title, content, status) values
  ('refund', 'en', 7, 'Neighbours', 'x', 'archived'), ('refund', 'en', 8, 'Draft of neighbours', 'x', 'draft');
insert into policy_acceptances (user_id, policy_id, version, content_hash, ip, user_agent)
select u.id, p.id, 7, 'hash'::bytea, '198.51.100.7'::inet, 'x' from users u, policies p where u.username = 'noah' and p.title = 'Neighbours';

-- Two homes, which searches do not find, and where it is never the same day.
insert into properties (owner_id, status, title, property_type, room_type, country_id, city_id, address, latitude, longitude, timezone,
  currency, max_guests, included_guests, base_price_cents, rating_average, rating_count)
select u.id, h.status::property_status, h.title, 'house', 'entire_home', c.country_id, c.id, '1 rue des Voisins', 48.85, 2.35,
  h.timezone, 'NOK', 4, 4, 10000, h.rating, h.ratings
from users u, cities c, (values
  ('archived', 'Neighbours house', 'Pacific/Kiritimati', 4, 1), ('draft', 'Neighbours hut', 'Pacific/Pago_Pago', null, 0)
) h (status, title, timezone, rating, ratings)
where u.username = 'nina' and c.id = '2988507';
insert into property_photos (property_id, path, width, height, position)
select h.id, 'neighbour-' || n || '.webp', 1, 1, n from properties h, generate_series(1, 2) n where h.status = 'archived';
insert into sellers (owner_id, name, address, tax_id, vat_hundredths, prefix)
select id, 'Nina Neighbour', '1 rue des Voisins', 'N1', 1000, 'N' from users where username = 'nina';
update properties set seller_id = (select id from sellers) where status = 'archived';
insert into companies (owner_id, name) select id, 'Neighbours & Co' from users where username = 'nina';
insert into imported_homes (owner_id, external_id, property_id) select owner_id, 'neighbours-' || status, id from properties;
insert into favorites (user_id, property_id) select u.id, h.id from users u, properties h where u.username = 'noah';
insert into seasons (property_id, label, start_date, end_date, reduction_hundredths, status)
select id, 'Neighbours', current_date + 1, current_date + 700, 5000, 'active'::season_status from properties where status = 'archived'
union all
select id, 'Neighbours', current_date + 1, current_date + 700, 5000, 'inactive' from properties where status = 'draft';
insert into calendar_days (property_id, day, price_cents, min_stay)
select id, current_date + n, 77700, 20 from properties, (values (-399), (31), (32)) days (n) where owner_id in (select id from users where username = 'nina');
insert into calendar_feeds (property_id, name, url, next_fetch_at, imported_at, taken)
select id, 'Neighbours', 'https://neighbours.example/' || status || '.ics', now() + interval '1 day', now(),
  jsonb_build_array(jsonb_build_object('uid', 'n', 'start_date', current_date + 300, 'end_date', current_date + 302))
from properties;
insert into closures (property_id, start_date, end_date, feed_id, uid)
select property_id, current_date + 300, current_date + 302, id, 'n' from calendar_feeds where url like '%archived%'
union all
select id, current_date + 400, current_date + 402, null, null from properties where status = 'archived';
insert into occupancy (property_id, kind, stay, closure_id)
select property_id, 'closure', daterange(start_date, end_date, '[]'), id from closures;
insert into quotes (property_id, check_in, check_out, adults, children, infants, body, expires_at)
select id, current_date + 30, current_date + 33, 2, 0, 0, '{}', now() - interval '12 hours' from properties where status = 'archived';

-- Stays of Noah at the house of Nina, a month apart, by their numbers. The tenth and the twelfth are of a channel, which
-- collects: the scheduler asks for nothing there.
insert into contacts (name, email, phone, country_id, departs_on) values
  ('Nell Neighbour', 'nell@neighbours.example', '+47 900 00 000', 'FR', current_date + 60),
  -- As a node of an earlier version has written it.
  ('Nick Neighbour', 'nick@neighbours.example', '+47 900 00 001', 'FR', null);
insert into reservations (property_id, guest_id, contact_id, check_in, check_out, adults, status, cancelled_by, cancelled_at, source,
  ota_name, collected_by, quote, total_cents, due_now_cents, currency, balance_due_on, balance_made, hold_expires_at)
select h.id, case when s.source = 'direct' then u.id end, c.id, current_date + s.day, current_date + s.day + 3, 2,
  s.status::reservation_status, case when s.status = 'cancelled' then 'guest'::actor end,
  case when s.status = 'cancelled' then now() end, s.source::reservation_source, case when s.source = 'channel' then 'Airbnb' end,
  case when s.source = 'channel' then 'channel' end, '{}', 30000, case when s.balance is null then 30000 else 9000 end, 'NOK', current_date + s.balance, s.is_made,
  case when s.status in ('pending', 'inquiry') then now() + interval '2 days' end
from properties h, users u, (values
  (1, 180, 'pending', 150, false, 'direct'),
  (2, 90, 'confirmed', 60, false, 'direct'),
  (3, 120, 'confirmed', 0, true, 'direct'),
  (4, 150, 'cancelled', null, false, 'direct'),
  (5, -11, 'completed', null, false, 'direct'),
  (6, 210, 'inquiry', null, false, 'direct'),
  (7, -1, 'checked_in', null, false, 'direct'),
  (8, -23, 'completed', null, false, 'direct'),
  (9, 240, 'expired', null, false, 'direct'),
  (10, 57, 'confirmed', null, false, 'channel'),
  (11, 270, 'confirmed', 0, true, 'direct'),
  (12, 320, 'confirmed', null, false, 'channel')
) s (place, day, status, balance, is_made, source)
left join contacts c on s.source = 'channel' and (c.departs_on is null) = (s.place = 12)
where h.status = 'archived' and u.username = 'noah'
order by s.place;
-- A guest with an unpaid deposit is no customer yet.
update reservations set guest_id = (select id from users where username = 'nora') where status = 'pending';
insert into occupancy (property_id, kind, stay, reservation_id)
select property_id, 'stay', daterange(check_in, check_out), id from reservations where status not in ('cancelled', 'expired', 'inquiry');
insert into reservation_events (reservation_id, actor, actor_id, from_status, to_status)
select id, 'guest'::actor, guest_id, null::reservation_status, 'pending'::reservation_status from reservations
union all
select id, 'owner', guest_id, 'inquiry', 'pending' from reservations where status = 'expired';

insert into travellers (reservation_id, people, sealed) select min(id), 1, 'neighbours' from reservations where status = 'confirmed';

insert into change_requests (reservation_id, change, message, status, open_until, closed_at)
select id, jsonb_build_object('before', stay, 'after', stay || jsonb_build_object('check_out', check_out + 1)), 'Neighbours', 'open'::change_request_status, check_out - 1, null::timestamptz
from reservations r
cross join lateral (select jsonb_build_object('property_id', r.property_id, 'check_in', r.check_in, 'check_out', r.check_out, 'adults', 2,
  'children', 0, 'infants', 0, 'total_cents', r.total_cents) as stay) v
where check_in = current_date + 90
union all
select id, '{}', 'Neighbours', 'declined', current_date - 200, now() from reservations where check_in = current_date + 120;

-- Their money: in a currency that no test pays with.
insert into payments (reservation_id, kind, payer_id, title, check_in, check_out, payable_until, rest_cents, rest_due_on, amount_cents, currency,
  status, due_on, asked_at)
select r.id, m.kind, r.guest_id, 'Neighbours', r.check_in, r.check_out, case when r.status = 'pending' then r.hold_expires_at end,
  case when r.balance_due_on is not null and m.kind = 'booking' then 21000 end,
  case when m.kind = 'booking' then r.balance_due_on end, m.cents, 'NOK', m.status::payment_status,
  case when m.kind = 'balance' then current_date end, case when m.kind = 'balance' then now() - interval '2 days' end
from reservations r join (values
  (180, 'booking', 9000, 'unpaid'), (90, 'booking', 9000, 'paid'), (120, 'booking', 9000, 'paid'), (120, 'balance', 21000, 'unpaid'),
  (150, 'booking', 30000, 'partially_refunded'), (-11, 'booking', 30000, 'paid'), (-11, 'supplement', 500, 'unpaid'),
  (-11, 'supplement', 700, 'cancelled'), (-1, 'booking', 30000, 'paid'), (240, 'booking', 30000, 'failed'),
  (270, 'booking', 9000, 'paid'), (270, 'balance', 21000, 'paid')
) m (day, kind, cents, status) on r.check_in = current_date + m.day
order by r.id, m.kind;
update payments set payable_until = now() - interval '1 day' where status = 'failed';
insert into checkout_sessions (payment_id, request, expires_at, session_id, url, closed_at)
select id, '{"neighbours": true}', now() + interval '1 day', 'cs_neighbour_' || id, 'https://checkout.neighbours.example/' || id,
  case when status <> 'unpaid' then now() end
from payments order by id;
insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency, refunded_cents, method_id)
select 'pi_neighbour_' || id, id, 'applied'::receipt_status, amount_cents, 'NOK', case when status = 'paid' then 0 else 10000 end, 'pm_neighbour'
from payments where payment_is_made(status)
union all
select 'pi_neighbour_surplus', id, 'surplus', amount_cents, 'NOK', amount_cents, null from payments where status = 'paid' and rest_due_on > current_date;
insert into refunds (payment_id, payment_intent_id, amount_cents, source, status, provider_refund_id, settled_at)
select payment_id, payment_intent_id, 10000, 'cancellation'::refund_source, 'succeeded'::refund_status, 're_neighbour', now() from receipts where refunded_cents > 0 and status = 'applied'
union all
select payment_id, payment_intent_id, amount_cents, 'surplus'::refund_source, 'succeeded'::refund_status, 're_neighbour_surplus', now() from receipts where status = 'surplus'
union all
select payment_id, payment_intent_id, 9999, 'api', 'failed', 're_neighbour_failed', now() from receipts where refunded_cents > 0 and status = 'applied';
insert into disputes (dispute_id, payment_intent_id, status, reason, amount_cents, currency, is_refundable, opened_at, read_at)
select 'du_neighbour', payment_intent_id, 'won', 'fraudulent', amount_cents, 'NOK', true, now(), now() from receipts where payment_intent_id = 'pi_neighbour_surplus';
insert into charges (payment_id, customer_id, method_id, refused_at, refusal)
select id, 'cus_neighbour', 'pm_neighbour', case when status = 'unpaid' then now() end, case when status = 'unpaid' then 'card_declined' end
from payments where kind = 'balance';
insert into supplements (reservation_id, label, amount_cents, payment_id, created_by)
select reservation_id, 'Neighbours', amount_cents, id, payer_id from payments where kind = 'supplement'
union all
select id, 'Neighbours', 900, null, guest_id from reservations where status = 'checked_in';
insert into invoices (number, kind, reservation_id, payment_id, refund_id, locale, seller, buyer, lines, total_cents, currency)
select 'N-' || p.id, 'invoice'::invoice_kind, p.reservation_id, p.id, null, 'en'::locale, '{}'::jsonb, '{"name": "Noah"}'::jsonb, '[]'::jsonb,
  p.amount_cents, 'NOK'
from payments p where payment_is_made(p.status)
union all
select 'N-refund', 'credit_note', p.reservation_id, p.id, f.id, 'en', '{}', '{"name": "Noah"}', '[]', -f.amount_cents, 'NOK'
from refunds f join payments p on p.id = f.payment_id where f.status = 'succeeded' and f.source = 'cancellation';
insert into invoice_series values ('N', 2026, 1);
insert into customers (user_id, customer_id) select id, 'cus_neighbour' from users where username = 'noah';
insert into payment_methods (user_id, method_id, type, last4, fingerprint, is_default)
select id, 'pm_neighbour', 'card', '4242', 'neighbour', true from users where username = 'noah'
union all
select id, 'pm_neighbour_2', 'card', '4243', 'neighbour 2', false from users where username = 'noah';
insert into subscriptions (subscription_id, user_id, status, cancel_at_period_end, started_at, read_at)
select 'sub_neighbour', id, 'active', false, now(), now() from users where username = 'noah';
insert into inbound_events (provider, event_id, type, payload, status, received_at, settled_at) values
  ('stripe', 'evt_neighbour', 'payment_intent.succeeded', '{"data": {"object": {"id": "pi_neighbour"}}}', 'applied',
    now() - interval '89 days', now() - interval '89 days');

-- A channel that sends bookings of the house; its rooms are not mapped, so that there is nothing to send.
insert into webhook_subscriptions (property_id, provider, callback_url, is_active, remote_property_id, room_type_id, rate_plan_id,
  remote_webhook_id, registration)
select id, 'channex', 'https://neighbours.example', status = 'archived', 'N-' || status, case when status = 'draft' then 'NR' end,
  case when status = 'draft' then 'NT' end, 'webhook-' || status, 'registered'
from properties;
insert into channel_bookings (provider, owner_id, booking_id, revision_id, version_at, is_cancelled)
select 'channex', id, 'booking-1', 'neighbour', now(), false from users where username = 'nina';
insert into channel_stays (channel_booking_id, property_id, position, reservation_id)
select b.id, r.property_id, row_number() over (order by r.id), r.id from channel_bookings b, reservations r where r.source = 'channel';
insert into stuck_revisions (revision_id, remote_property_id, kind, reason, release) values ('neighbour', 'N-gone', 'unmapped', 'Neighbours', 'x');
insert into inbound_events (provider, event_id, type, subscription_id, property_id, payload, status, settled_at)
select 'channex', 'neighbour', 'booking', id, property_id, '{}', 'applied', now() from webhook_subscriptions where is_active;

-- Messages between them, and their notifications.
insert into conversations (low_id, high_id, property_id)
select min(u.id), max(u.id), (select id from properties where status = 'archived') from users u where username in ('nina', 'noah');
insert into messages (conversation_id, sender_id, receiver_id, content, attachment, attachment_file, created_at)
select id, low_id, high_id, 'Neighbours', 'neighbour.pdf',
  '{"name": "neighbour.pdf", "type": "application/pdf", "size": 1, "width": null, "height": null}'::jsonb, now() - interval '99 days'
from conversations
union all
select id, high_id, low_id, 'Neighbours', null, null, now() - interval '98 days' from conversations;
insert into conversation_sides (user_id, other_id, conversation_id, last_message_id, unread)
select low_id, high_id, id, (select max(id) from messages), 1 from conversations
union all
select high_id, low_id, id, (select max(id) from messages), 1 from conversations;
insert into conversation_totals select user_id, 1 from conversation_sides;
insert into conversation_reports (conversation_id, reporter_id, reason) select id, high_id, 'Said by others' from conversations;
insert into conversation_readings (report_id, reader_id) select r.id, u.id from conversation_reports r, users u where u.username = 'nina';
insert into message_blocks (user_id, blocked_id) select n.id, u.id from users n, users u where n.username = 'nina' and u.username = 'nora';
insert into comments (property_id, reservation_id, author_id, rating, content, reply, replied_at, hidden_at)
select property_id, id, guest_id, 4, 'Neighbours', case when check_in = current_date - 11 then 'Thanks' end,
  case when check_in = current_date - 11 then now() end, case when check_in < current_date - 11 then now() end
from reservations where status = 'completed';
insert into comment_moderations (comment_id, actor_id, is_hidden, reason)
select id, author_id, true, 'Neighbours' from comments where hidden_at is not null;
insert into rating_summaries select id, '{0,0,0,1,0}', '{}' from properties where status = 'archived';
insert into notifications (user_id, type, content, data, dedupe_key, read_at, hidden_at, created_at)
select id, 'new_message', jsonb_build_object('sender', 'Neighbours', 'excerpt', n::text),
  jsonb_build_object('message_id', n, 'user_id', id, 'sender_id', id, 'attachment', 'neighbour.pdf'), 'neighbours:' || n,
  case when n > 1 then now() end, case when n > 2 then now() end, now() - interval '364 days'
from users, generate_series(1, 3) n where username in ('nina', 'noah');
insert into notification_settings (user_id, email_notifications, marketing_emails) select id, true, true from users where username = 'noah';

insert into realtime_payloads (payload, created_at) values ('neighbours', now() + interval '1 day');
insert into realtime_caches (channel, event, data, updated_at) values ('cache-neighbours', 'x', 'x', now() + interval '1 day');
insert into realtime_revocations values ('neighbour', now() - interval '1 day');
