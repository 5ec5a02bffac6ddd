create or replace function event_of_home() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform event_note('property.created', new.id::text, new.id);
  else
    perform event_note(case when new.status = 'archived' and old.status <> 'archived' then 'property.archived' else 'property.updated' end,
      new.id::text, new.id, null, event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  end if;
  return null;
end $$;
