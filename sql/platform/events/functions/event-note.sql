create or replace function event_note(
  type text, subject_id text, property_id uuid, person_id bigint default null, previous jsonb default null,
  actor actor default null, actor_id bigint default null, owner_id bigint default null
) returns void language sql as $$
  insert into event_facts (type, subject_id, property_id, person_id, previous, actor, actor_id, owner_id)
  values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, (select p.owner_id from properties p where p.id = $3)))
$$;
