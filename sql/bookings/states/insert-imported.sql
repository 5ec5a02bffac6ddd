-- A stay that a company brings from elsewhere, its guest and the first entry of its history.
-- one
-- nullable: :email, :phone, :note, :ota_name, :ota_reservation_code, :commission_cents
with contact as (
  insert into contacts (name, email, phone, departs_on)
  values (:name, :email, :phone, :check_out)
  returning id
), created as (
  insert into reservations (property_id, contact_id, check_in, check_out, adults, children, infants, status, cancelled_by, cancelled_at, quote,
    total_cents, due_now_cents, currency, source, ota_name, ota_reservation_code, note, commission_cents, is_written_down)
  select :property_id, id, :check_in, :check_out, :adults, :children, :infants, :status::reservation_status,
    case when :status::reservation_status = 'cancelled' then 'owner'::actor end,
    case when :status::reservation_status = 'cancelled' then now() end, :quote,
    :total_cents, :due_now_cents, :currency, :source, :ota_name, :ota_reservation_code, :note, :commission_cents, true
  from contact
  returning id
), event as (
  insert into reservation_events (reservation_id, actor, actor_id, to_status, reason)
  select id, 'owner', :actor_id, :status::reservation_status, 'imported' from created
)
select id from created
