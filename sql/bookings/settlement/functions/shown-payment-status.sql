-- Nodes of 0.3 ask this; later ones ask `payment_of_stay`.
create or replace function shown_payment_status(r reservations, booking payment_status, open_cents bigint) returns text language sql stable parallel safe as $$
  select case
    when not is_collected_here(r) then case when stay_collector(r) is distinct from 'property' then 'collected_by_channel' end
    when booking in ('unpaid', 'failed') and r.source = 'channel' and exists (
      select from payments m join properties h on h.id = r.property_id
      where m.reservation_id = r.id and m.kind = 'booking' and payment_is_due(m.status) and m.due_on > (now() at time zone h.timezone)::date)
      then 'scheduled'
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
