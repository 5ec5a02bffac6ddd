-- migrate:up
-- Payments, and what stays are searched by, name the owner of a home: it stays.
create function home_keeps_owner() returns trigger language plpgsql as $$
begin
  if exists (select from reservations r where r.property_id = new.id) then
    raise exception 'a home with stays keeps its owner' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger properties_keep_owner before update of owner_id on properties
  for each row when (old.owner_id is distinct from new.owner_id) execute function home_keeps_owner();

create function stay_keeps_owner() returns trigger language plpgsql as $$
begin
  if (select count(distinct p.owner_id) from properties p where p.id in (old.property_id, new.property_id)) > 1 then
    raise exception 'a stay moves between homes of one owner' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger reservations_keep_owner before update of property_id on reservations
  for each row when (old.property_id is distinct from new.property_id) execute function stay_keeps_owner();

-- The balances to come of each home.
create index reservations_balance_open on reservations (property_id, id)
  where balance_due_on is not null and not balance_made and status in ('confirmed', 'checked_in', 'completed');

-- migrate:down
drop index reservations_balance_open;
drop trigger reservations_keep_owner on reservations;
drop function stay_keeps_owner();
drop trigger properties_keep_owner on properties;
drop function home_keeps_owner();
