-- A stay that continues another one at another home: confirmed, for the same guest, with a copy of their contact, and the first entry of its
-- history.
-- one
with first as (
  select guest_id, contact_id, currency, note, labels, remarks from reservations where id = :continues
), contact as (
  insert into contacts (name, first_name, last_name, email, proved_email, previous_email, email_scopes, phone, language, country_id, departs_on)
  select c.name, c.first_name, c.last_name, c.email, c.proved_email, c.previous_email, c.email_scopes, c.phone, c.language, c.country_id, :check_out
  from first join contacts c on c.id = first.contact_id
  returning id
), created as (
  insert into reservations (property_id, guest_id, contact_id, check_in, check_out, adults, children, infants, status, quote, total_cents,
    due_now_cents, currency, note, labels, remarks, continues)
  select :property_id, first.guest_id, contact.id, :check_in, :check_out, :adults, :children, :infants, 'confirmed', :quote, :total_cents,
    :due_now_cents, first.currency, first.note, first.labels, first.remarks, :continues
  from first left join contact on true
  returning id
), event as (
  insert into reservation_events (reservation_id, actor, actor_id, to_status, reason)
  select id, :actor, :actor_id, 'confirmed', :reason from created
)
select id from created
