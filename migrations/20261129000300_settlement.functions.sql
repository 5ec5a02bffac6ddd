-- migrate:up
-- Bodies are strings: a function with an SQL body that takes rows of a table keeps the table from changing (docs/upgrading.md, "The database
-- server").

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

-- The payment status of a stay, as it is shown. A price that was lowered is paid when nothing of it is open, although money was refunded.
create or replace function shown_payment_status(r reservations, booking payment_status, open_cents bigint) returns text language sql stable parallel safe as $$
  select case
    when r.source = 'channel' then 'collected_by_channel'
    when booking = 'paid' and open_cents > 0 then 'deposit_paid'
    when booking in ('refunded', 'partially_refunded', 'cancelled') and stay_takes_place(r.status) then (
      select case
        when money.kept_cents + open_cents < r.total_cents then booking::text
        when open_cents = 0 then 'paid'
        when money.kept_cents > 0 then 'deposit_paid'
        else 'unpaid' end
      from (
        select coalesce(sum(a.amount_cents - a.refunded_cents), 0)::bigint as kept_cents
        from payments m
        join receipts a on a.payment_id = m.id and a.status = 'applied'
        where m.reservation_id = r.id and m.kind <> 'supplement'
      ) money)
    else booking::text end
$$;

-- migrate:down
create or replace function open_of_price(r reservations) returns table (open_cents bigint) language sql stable parallel safe
begin atomic
  select case when r.status = 'pending' or stay_takes_place(r.status) then
      coalesce(sum(m.amount_cents) filter (where payment_is_due(m.status)), 0)
      + case when not coalesce(bool_or(m.kind = 'balance'), false) then coalesce(max(m.rest_cents) filter (
          where m.kind = 'booking' and not m.has_successor and (r.status = 'pending' or not payment_is_due(m.status))), 0)
        else 0 end
    else 0 end::bigint
  from payments m
  where m.reservation_id = r.id and m.kind in ('booking', 'balance', 'change');
end;

create or replace function shown_payment_status(r reservations, booking payment_status, open_cents bigint) returns text language sql stable parallel safe
begin atomic
  select case
    when r.source = 'channel' then 'collected_by_channel'
    when booking = 'paid' and open_cents > 0 then 'deposit_paid'
    when booking in ('refunded', 'partially_refunded', 'cancelled') and stay_takes_place(r.status) then (
      select case
        when money.kept_cents + open_cents < r.total_cents then booking::text
        when open_cents = 0 then 'paid'
        when money.kept_cents > 0 then 'deposit_paid'
        else 'unpaid' end
      from (
        select coalesce(sum(a.amount_cents - a.refunded_cents), 0)::bigint as kept_cents
        from payments m
        join receipts a on a.payment_id = m.id and a.status = 'applied'
        where m.reservation_id = r.id and m.kind <> 'supplement'
      ) money)
    else booking::text end;
end;
