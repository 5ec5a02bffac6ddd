-- Refuses another owner for a home with stays: payments, and what stays are searched by, name its owner.
create or replace function home_keeps_owner() returns trigger language plpgsql as $$
begin
  if exists (select from reservations r where r.property_id = new.id) then
    raise exception 'a home with stays keeps its owner' using errcode = '23514';
  end if;
  return new;
end $$;
