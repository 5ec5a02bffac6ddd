-- Nodes of 0.3 ask this, with `open_of_price`; later ones ask `payment_of_stay`.
create or replace function shown_payment_status(r reservations, booking payment_status, open_cents bigint) returns text language sql stable parallel safe as $$
  select payment_status from payment_of_stay(r, booking)
$$;
