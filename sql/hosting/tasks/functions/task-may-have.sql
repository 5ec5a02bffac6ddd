create or replace function task_may_have(home uuid, person bigint) returns boolean language sql stable as $$
  select exists (
    select from properties p
    where p.id = home and (p.owner_id = person or exists (
      select from team_grants g
      where g.owner_id = p.owner_id and g.user_id = person and (g.property_ids is null or p.id = any (g.property_ids)))))
$$;
