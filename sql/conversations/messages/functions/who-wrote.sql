create or replace function who_wrote(person bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('id', u.id, 'first_name', nullif(u.first_name, '')) from users u where u.id = person
$$;
