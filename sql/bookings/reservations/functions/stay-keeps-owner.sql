-- Refuses to move a stay to a home of another owner, for the same reason.
create or replace function stay_keeps_owner() returns trigger language plpgsql as $$
begin
  if (select count(distinct p.owner_id) from properties p where p.id in (old.property_id, new.property_id)) > 1 then
    raise exception 'a stay moves between homes of one owner' using errcode = '23514';
  end if;
  return new;
end $$;
