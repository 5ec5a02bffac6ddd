-- The money of a stay as readers see it; `booking` is the state of its payment at booking. A channel's stay that the property collects is `scheduled`
-- until its arrival. A price that was lowered is paid when nothing of it is open, although money was refunded. PostgreSQL inlines it.
create or replace function payment_of_stay(r reservations, booking payment_status)
returns table (open_cents bigint, payment_status text, collected_by text, collector_assumed boolean) language sql stable parallel safe as $$
  select case when c.is_here then price.open_cents end,
    case
      when not c.is_here then case when c.collector is distinct from 'property' then 'collected_by_channel' end
      when booking in ('unpaid', 'failed') and r.source = 'channel' and exists (
        select from payments m join properties h on h.id = r.property_id
        where m.reservation_id = r.id and m.kind = 'booking' and payment_is_due(m.status) and m.due_on > (now() at time zone h.timezone)::date)
        then 'scheduled'
      when booking = 'paid' and price.open_cents > 0 then 'deposit_paid'
      when booking in ('refunded', 'partially_refunded', 'cancelled') and stay_takes_place(r.status) then (
        select case
          when money.kept_cents + price.open_cents < r.total_cents then booking::text
          when price.open_cents = 0 then 'paid'
          when money.kept_cents > 0 then 'deposit_paid'
          else 'unpaid' end
        from (
          select coalesce(sum(a.amount_cents - a.refunded_cents), 0)::bigint as kept_cents
          from payments m
          join receipts a on a.payment_id = m.id and a.status = 'applied'
          where m.reservation_id = r.id and m.kind <> 'supplement'
        ) money)
      else booking::text end,
    c.collector, r.collected_by is null and c.collector is not null
  from open_of_price(r) price, collection_of_stay(r) c
$$;
