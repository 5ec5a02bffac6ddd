-- A confirmed reservation of a channel, its guest and the first entry of its history. With `asked_until` it is an inquiry.
-- one
-- nullable: :asked_until, :virtual_card_from, :first_name, :last_name, :language, :expected_arrival, :remarks, :commission_cents, :collected_by, :email, :phone, :country_id, :ota_name, :ota_reservation_code
with contact as (
  insert into contacts (name, first_name, last_name, email, phone, language, country_id, departs_on)
  values (:name, :first_name, :last_name, :email, :phone, :language, :country_id, :check_out)
  returning id
), created as (
  insert into reservations (property_id, contact_id, check_in, check_out, adults, children, infants, status, quote,
    total_cents, due_now_cents, currency, source, ota_name, ota_reservation_code, expected_arrival, remarks, commission_cents, collected_by,
    has_virtual_card, virtual_card_from, hold_expires_at)
  select :property_id, id, :check_in, :check_out, :adults, :children, :infants, case when :asked_until::timestamptz is null then 'confirmed' else 'inquiry' end::reservation_status, :quote,
    :total_cents, 0, :currency, 'channel', :ota_name, :ota_reservation_code,
    :expected_arrival, :remarks, :commission_cents, :collected_by,
    :has_virtual_card, :virtual_card_from, :asked_until
  from contact
  returning id, status
), event as (
  insert into reservation_events (reservation_id, actor, to_status, reason)
  select id, 'channel', status, case status when 'confirmed' then 'sold by a channel' else 'asked for at a channel' end from created
)
select id from created
