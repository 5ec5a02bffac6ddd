create or replace function event_note_once(type text, subject_id text, property_id uuid, person_id bigint default null, previous jsonb default null)
returns void language sql as $$
  select event_note($1, $2, $3, $4, $5)
  where not exists (
    select from event_facts f
    where f.subject_id = $2 and split_part(f.type, '.', 1) = split_part($1, '.', 1) and f.xmin = pg_current_xact_id()::xid)
$$;
