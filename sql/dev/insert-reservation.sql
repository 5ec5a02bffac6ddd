-- A stay in a demo home, in whatever state, with how it got there; those that hold nights take them.
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
  returning id, property_id, guest_id, check_in, check_out, status, cancelled_at, created_at
), event as (
  insert into reservation_events (reservation_id, actor, actor_id, from_status, to_status, at)
  select c.id, step.actor, case step.actor when 'guest' then c.guest_id when 'owner' then h.owner_id end,
    lag(step.to_status) over (order by step.number), step.to_status,
    case step.to_status
      when 'confirmed' then c.created_at + interval '10 minutes'
      when 'expired' then c.created_at + interval '30 minutes'
      when 'declined' then c.created_at + interval '5 hours'
      when 'cancelled' then c.cancelled_at
      when 'checked_in' then c.check_in + interval '15 hours'
      when 'no_show' then c.check_in + interval '22 hours'
      when 'completed' then c.check_out + interval '11 hours'
      else c.created_at
    end
  from created c join properties h on h.id = c.property_id,
    unnest(:to_statuses::reservation_status[], :actors::actor[]) with ordinality as step (to_status, actor, number)
  order by step.number
), nights as (
  insert into occupancy (property_id, kind, stay, reservation_id)
  select property_id, 'stay', daterange(check_in, check_out), id from created
  where status in ('pending', 'confirmed', 'checked_in', 'completed', 'no_show')
)
select id from created
