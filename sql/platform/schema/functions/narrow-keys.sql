-- The tables whose keys have 32 bits still.
create or replace function narrow_keys() returns table (name regclass, columns name[]) language sql stable as $$
  select c.oid::regclass, array_agg(a.attname order by a.attnum)
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    and a.atttypid = 'integer'::regtype and a.attname ~ '^(id|continues|.*_id|.*_by|.*_up_to)$'
  group by c.oid
$$;
