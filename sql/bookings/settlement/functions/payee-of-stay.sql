-- Writes the owner that a payment for a stay is for. With an argument: none if the stay is given up.
create or replace function payee_of_stay() returns trigger language plpgsql as $$
begin
  select p.owner_id into new.payee_id
  from reservations r join properties p on p.id = r.property_id
  where r.id = new.reservation_id and (tg_nargs = 0 or r.status = 'pending' or stay_takes_place(r.status));
  return new;
end $$;
