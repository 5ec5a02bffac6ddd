-- migrate:up
-- Homes show the name, the logo and the site of their company (docs/integrations.md, "Complete").
create function event_of_company() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or (old.name, old.logo, old.site) is distinct from (new.name, new.logo, new.site) then
    perform event_note('property.updated', p.id::text, p.id)
    from properties p where p.owner_id = coalesce(new.owner_id, old.owner_id) and p.status <> 'archived';
  end if;
  return null;
end $$;
create trigger companies_told after insert or delete or update of name, logo, site on companies for each row execute function event_of_company();

-- migrate:down
drop trigger companies_told on companies;
drop function event_of_company();
