-- Writes the owner that a payment for a stay is for.
create or replace function payee_of_stay() returns trigger language plpgsql as $$
begin
  select p.owner_id into new.payee_id
  from reservations r join properties p on p.id = r.property_id
  where r.id = new.reservation_id;
  return new;
end $$;
