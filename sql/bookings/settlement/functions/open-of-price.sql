-- The open amount of a price: payments that are due, and the balance to come that the deposit names.
create or replace function open_of_price(r reservations) returns table (open_cents bigint) language sql stable parallel safe as $$
  select case when r.status = 'pending' or stay_takes_place(r.status) then
      coalesce(sum(m.amount_cents) filter (where payment_is_due(m.status)), 0)
      + case when not coalesce(bool_or(m.kind = 'balance'), false) then coalesce(max(m.rest_cents) filter (
          where m.kind = 'booking' and not m.has_successor and (r.status = 'pending' or not payment_is_due(m.status))), 0)
        else 0 end
    else 0 end::bigint
  from payments m
  where m.reservation_id = r.id and m.kind in ('booking', 'balance', 'change')
$$;
