-- The columns that `properties_told` ignores are worth one event of a transaction.
create or replace function event_of_rating() returns trigger language plpgsql as $$
begin
  perform event_note_once('property.updated', new.id::text, new.id, null, event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  return null;
end $$;
