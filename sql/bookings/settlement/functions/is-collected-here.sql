-- True if the price of a stay is collected here. A channel's stay counts only if a payment was asked for.
create or replace function is_collected_here(r reservations) returns boolean language sql stable parallel safe as $$
  select r.source <> 'channel' or exists (
    select from payments m where m.reservation_id = r.id and payment_is_of_price(m.kind) and m.status <> 'cancelled')
$$;
