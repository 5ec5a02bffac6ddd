-- Forgets the guests without an account of some stays, and what they and the company have written; days and amounts stay. Contacts are erased that no
-- other stay has.
with reasons as (
  update reservation_events set reason = null
  where reservation_id = any (:reservation_ids::bigint[]) and reason is not null
), requests as (
  update change_requests set message = null, reason = null
  where reservation_id = any (:reservation_ids::bigint[]) and (message is not null or reason is not null)
), imported as (
  update imported_stays set guest_hash = '' where reservation_id = any (:reservation_ids::bigint[])
), contact as (
  update contacts c
  set name = '–', first_name = null, last_name = null, email = null, phone = null, country_id = null, language = null,
    proved_email = null, previous_email = null, email_scopes = null
  where c.id in (select r.contact_id from reservations r where r.id = any (:reservation_ids::bigint[]))
    and not exists (
      select from reservations r where r.contact_id = c.id and r.id <> all (:reservation_ids::bigint[]) and r.guest_erased_at is null)
)
update reservations
set message = null, remarks = null, note = null, labels = '{}', expected_arrival = null, link_version = link_version + (guest_erased_at is null)::integer,
  guest_erased_at = coalesce(guest_erased_at, now()), updated_at = now()
where id = any (:reservation_ids::bigint[])
