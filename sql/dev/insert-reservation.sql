-- A stay in a demo home, in whatever state; those that hold nights take them.
-- one
-- nullable: :hold_hours, :message, :balance_due_on
-- not null: id
with created as (
  insert into reservations (property_id, guest_id, check_in, check_out, adults, children, infants, status, quote, total_cents, due_now_cents,
    balance_due_on, currency, message, hold_expires_at, cancelled_by, cancelled_at, created_at)
  values (:property_id, :guest_id, :check_in, :check_out, :adults, :children, :infants, :status, :quote, :total_cents, :due_now_cents,
    :balance_due_on, :currency, :message, now() + make_interval(hours => :hold_hours::integer),
    case when :status::reservation_status = 'cancelled' then 'guest'::actor end,
    case when :status::reservation_status = 'cancelled' then now() - interval '2 days' end,
    now() - make_interval(days => :days_ago::integer))
  returning id, property_id, check_in, check_out, status, created_at
), event as (
  insert into reservation_events (reservation_id, actor, to_status, reason, at) select id, 'owner', status, 'demo', created_at from created
), nights as (
  insert into occupancy (property_id, kind, stay, reservation_id)
  select property_id, 'stay', daterange(check_in, check_out), id from created
  where status in ('pending', 'confirmed', 'checked_in', 'completed', 'no_show')
)
select id from created
