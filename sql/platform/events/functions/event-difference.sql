-- A previous text of more than a kilobyte stands as its hash and its length: a reader with the earlier text recognises it.
create or replace function event_difference(before jsonb, after jsonb, columns text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(
    regexp_replace(name, '_cents$', ''),
    case when name like '%\_cents' and jsonb_typeof(before -> name) = 'number'
      then to_jsonb(round((before ->> name)::numeric / 100, 2))
      when jsonb_typeof(before -> name) = 'string' and octet_length(before ->> name) > 1024
      then jsonb_build_object('sha256', encode(sha256(convert_to(before ->> name, 'UTF8')), 'hex'), 'length', length(before ->> name))
      else before -> name end)
  from unnest(columns) name
  where before -> name is distinct from after -> name
$$;
