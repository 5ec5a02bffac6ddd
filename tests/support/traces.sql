-- A row in each table in which no neighbour has one: what is due to a job, of a node, or of the whole installation.

insert into access_codes (reservation_id, sealed, property_id, check_in, check_out)
  select id, 'x', property_id, check_in, check_out from reservations limit 1;
insert into api_keys (user_id, kind, name, hash, prefix, scopes, origins) select id, 'secret', 'x', 'x', 'x', '{}', '{}' from users limit 1;
insert into arrivals (property_id, reveal_hours, texts) select id, 24, '{}' from properties limit 1;
insert into arrival_pictures (property_id, path, width, height) select id, 'b.webp', 1, 1 from properties limit 1;
insert into calendar_conflicts (feed_id, reservation_id, kind, nights, told)
  select min(f.id), min(r.id), 'certain', '{}', '{}' from calendar_feeds f, reservations r;
insert into channel_reviews (property_id, remote_property_id, external_id, source, content, is_hidden, received_at)
  select id, 'x', 'x', 'airbnb', 'x', false, now() from properties limit 1;
insert into channel_updates (subscription_id, kind) select id, 'availability' from webhook_subscriptions limit 1;
insert into database_losses (epoch, reason, survived_at, reconciled_at) values (2, 'rewound', now(), now());
insert into deleted_feeds (feed_id, property_id) select 0, id from properties limit 1;
insert into event_days (property_id, owner_id, days) select id, owner_id, '{}' from properties limit 1;
insert into event_facts (type, subject_id, owner_id) select 'property.updated', id, owner_id from properties limit 1;
select events_add_days();
insert into events (position, id, type, subject_id, owner_id, created_at, at) select 1, 1, 'property.updated', id, owner_id, now(), now() from properties limit 1;
insert into imported_stays (owner_id, external_id, reservation_id, facts, guest_hash)
  select p.owner_id, 'x', r.id, '{}', 'x' from reservations r join properties p on p.id = r.property_id limit 1;
insert into installation (database_id) values ('x') on conflict do nothing;
insert into invoice_counters values (2026, 1);
insert into lost_tasks (property_id, departs_on, day) select id, current_date + 3, current_date + 3 from properties limit 1;
insert into message_templates (owner_id, name, trigger, texts) select owner_id, 'x', 'confirmed', '{}' from properties limit 1;
insert into realtime_nodes select id, 1, now() from webhook_subscriptions limit 1;
insert into realtime_outbox (channel, message) values ('x', 'x');
insert into realtime_presence select node, 'x', 'x' from realtime_nodes;
with c as (insert into contracts (owner_id, version, texts) select id, 1, '{}' from users limit 1 returning id)
insert into stay_contracts select r.id, c.id, 'fr', 'x', 'guest' from c, (select id from reservations limit 1) r;
insert into kept_cards (reservation_id, version, text, locale, damage_cents) select id, '1', 'x', 'fr', 0 from reservations limit 1;
insert into stay_codes select id, 'x', now() from reservations limit 1;
insert into stay_messages (reservation_id, source, from_guest, content) select id, 'note', false, 'x' from reservations limit 1;
insert into stay_sums select id, 0, 0, 0, 0, 0 from reservations limit 1;
insert into stay_threads (reservation_id, owner_id, last_message_id)
  select r.id, p.owner_id, 1 from reservations r join properties p on p.id = r.property_id limit 1;
insert into team_grants (owner_id, role, user_id) select min(id), 'desk', max(id) from users;
insert into template_sendings (template_id, reservation_id, name, due_at)
  select t.id, r.id, t.name, now() from message_templates t, reservations r limit 1;
insert into tourist_tax_changes (city_id, changed_by) select c.id, u.id from cities c, users u limit 1;
insert into unclaimed_payments (payment_intent_id, amount_cents, currency) values ('pi_1', 1, 'EUR');
insert into webhook_endpoints (owner_id, created_by, url, secret) select id, id, 'https://hooks.example/', 'x' from users limit 1;
insert into webhook_deliveries (endpoint_id) select id from webhook_endpoints;
insert into write_probes values ('x');
