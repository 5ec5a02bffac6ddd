-- A new reservation and the first entry of its history.
-- one
-- nullable: :quote_id, :message, :balance_due_on
with created as (
  insert into reservations (property_id, guest_id, quote_id, check_in, check_out, adults, children, infants, status,
    message, quote, total_cents, due_now_cents, balance_due_on, currency, hold_expires_at)
  values (:property_id, :guest_id, :quote_id, :check_in, :check_out, :adults, :children, :infants, :status,
    :message, :quote, :total_cents, :due_now_cents, :balance_due_on, :currency, now() + make_interval(mins => :hold_minutes::integer))
  returning id, status
), event as (
  insert into reservation_events (reservation_id, actor, actor_id, to_status)
  select id, 'guest', :guest_id, status from created
)
select id from created
