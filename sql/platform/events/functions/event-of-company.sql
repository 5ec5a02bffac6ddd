create or replace function event_of_company() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or (old.name, old.logo, old.site) is distinct from (new.name, new.logo, new.site) then
    perform event_note('property.updated', p.id::text, p.id)
    from properties p where p.owner_id = coalesce(new.owner_id, old.owner_id) and p.status <> 'archived';
  end if;
  return null;
end $$;
