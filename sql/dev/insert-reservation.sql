-- A confirmed stay in a demo home.
with created as (
  insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency)
  values (:property_id, :guest_id, :check_in, :check_out, :adults, 'confirmed', :quote, :total_cents, :due_now_cents, :currency)
  returning id, property_id, check_in, check_out
), event as (
  insert into reservation_events (reservation_id, actor, to_status, reason) select id, 'owner', 'confirmed', 'demo' from created
)
insert into occupancy (property_id, kind, stay, reservation_id)
select property_id, 'stay', daterange(check_in, check_out), id from created
