-- Deletes expired revocations, codes, links, counters, addresses, quotes, events, keys and payloads, and the addresses of guests of
-- channels a year after their departure.
with tokens as (delete from revoked_tokens where expires_at < now()),
  verifications as (delete from email_verifications where expires_at < now() - interval '7 days'),
  undos as (delete from account_undos where expires_at < now()),
  counters as (delete from attempt_counters where ends_at < now()),
  addresses as (delete from familiar_addresses where last_login_at < now() - interval '180 days'),
  old_quotes as (delete from quotes where expires_at < now() - interval '1 day'),
  events as (delete from inbound_events where status <> 'received' and settled_at < now() - interval '90 days'),
  closings as (delete from realtime_revocations where revoked_at < now() - interval '2 days'),
  caches as (delete from realtime_caches where updated_at < now() - interval '1 hour'),
  contact_addresses as (
    update contacts c set email = null, phone = null
    where (c.email is not null or c.phone is not null)
      and exists (select from reservations r where r.contact_id = c.id and r.check_out < current_date - 365)),
  keys as (delete from idempotency_keys where created_at < now() - interval '1 day')
delete from realtime_payloads where created_at < now() - interval '10 minutes'
