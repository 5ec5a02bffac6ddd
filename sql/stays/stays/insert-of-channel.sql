-- A confirmed reservation of a channel, its guest and the first entry of its history.
-- one
-- nullable: :email, :phone, :country_id, :ota_name, :ota_reservation_code
with contact as (
  insert into contacts (name, email, phone, country_id, departs_on)
  values (:name, :email, :phone, :country_id, :check_out)
  returning id
), created as (
  insert into reservations (property_id, contact_id, check_in, check_out, adults, children, infants, status, quote,
    total_cents, due_now_cents, currency, source, ota_name, ota_reservation_code)
  select :property_id, id, :check_in, :check_out, :adults, :children, :infants, 'confirmed', :quote,
    :total_cents, 0, :currency, 'channel', :ota_name, :ota_reservation_code
  from contact
  returning id
), event as (
  insert into reservation_events (reservation_id, actor, to_status, reason)
  select id, 'channel', 'confirmed', 'sold by a channel' from created
)
select id from created
