-- Nodes of 0.1 answer 500 for a stay with a payment of an unknown kind, list a stay once for each of its bookings, and refund money at the
-- provider that never was there.
create or replace function refuse_until_enabled() returns trigger language plpgsql as $$
begin
  if not is_enabled() then
    raise exception 'nodes of 0.1 could not read this: npm run admin -- enable 0.2' using errcode = 'SJ001';
  end if;
  return new;
end $$;
