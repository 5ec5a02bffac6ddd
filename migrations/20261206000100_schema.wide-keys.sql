-- migrate:up
-- Keys have 64 bits (ADR 35). Functions take wide keys first: the narrow ones of 0.2 fit. The columns of a new database are widened here,
-- and those of others by `npm run admin -- enable 0.3`, when no node of 0.2 is left.

drop function who_wrote(integer);
create function who_wrote(person bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('id', u.id, 'first_name', nullif(u.first_name, '')) from users u where u.id = person
$$;

drop function task_may_have(uuid, integer);
create function task_may_have(home uuid, person bigint) returns boolean language sql stable as $$
  select exists (
    select from properties p
    where p.id = home and (p.owner_id = person or exists (
      select from team_grants g
      where g.owner_id = p.owner_id and g.user_id = person and (g.property_ids is null or p.id = any (g.property_ids)))))
$$;

-- These keep their work: only the type of keys changes.
do $$
declare
  changed record;
begin
  for changed in
    select p.oid, pg_get_functiondef(p.oid) as definition, p.oid::regprocedure as signature, words, 'integer'::regtype = any (proargtypes::oid[]) as has_keys
    from pg_proc p join (values
      ('audit_note', 'integer'), ('audit_row', '::integer'), ('audit_of_move', '::integer'), ('channel_assign', 'integer'), ('task_of_departure', 'closure integer'),
      ('event_note', 'integer'), ('event_note_once', 'integer'), ('event_note_payment_once', 'integer'), ('event_note_stay_once', 'integer')
    ) keys (name, words) on p.proname = keys.name
    where pronamespace = 'public'::regnamespace
  loop
    if changed.has_keys then execute 'drop function ' || changed.signature; end if;
    execute replace(changed.definition, changed.words, replace(changed.words, 'integer', 'bigint'));
  end loop;
end $$;

-- Keys that are narrow still.
create function narrow_keys() returns table (name regclass, columns name[]) language sql stable as $$
  select c.oid::regclass, array_agg(a.attname order by a.attnum)
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    and a.atttypid = 'integer'::regtype and a.attname ~ '^(id|continues|.*_id|.*_by|.*_up_to)$'
  group by c.oid
$$;

-- Gives the keys of a table another type. The table is rewritten and locked meanwhile. Triggers that name a key are made again, with what else is
-- set for them.
create function set_key_type(wanted regclass, keys name[], type regtype) returns void language plpgsql as $$
declare
  kept record;
  statements text[] := '{}';
  statement text;
begin
  execute format('lock table %s', wanted);
  for kept in
    select t.tgname, pg_get_triggerdef(t.oid) as definition, obj_description(t.oid, 'pg_trigger') as comment,
      case t.tgenabled when 'D' then 'disable' when 'A' then 'enable always' when 'R' then 'enable replica' end as enabled
    from pg_trigger t
    where t.tgrelid = wanted and not t.tgisinternal and exists (
      select from pg_depend d join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.classid = 'pg_trigger'::regclass and d.objid = t.oid and d.refobjid = wanted and a.attname = any (keys))
  loop
    statements := statements || kept.definition;
    if kept.enabled is not null then
      statements := statements || format('alter table %s %s trigger %I', wanted, kept.enabled, kept.tgname);
    end if;
    if kept.comment is not null then
      statements := statements || format('comment on trigger %I on %s is %L', kept.tgname, wanted, kept.comment);
    end if;
    execute format('drop trigger %I on %s', kept.tgname, wanted);
  end loop;
  execute format('alter table %s %s', wanted, (select string_agg(format('alter %I type %s', key, type), ', ') from unnest(keys) key));
  foreach statement in array statements loop
    execute statement;
  end loop;
end $$;

-- Makes the functions of this role in PL/pgSQL again: sessions have compiled them with the types of before, and fail until they compile them anew.
create function renew_functions() returns void language plpgsql as $$
declare
  statement text;
begin
  for statement in
    select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
    where l.lanname = 'plpgsql' and p.pronamespace = 'public'::regnamespace and p.proowner = current_user::regrole
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute statement;
  end loop;
end $$;

do $$
declare
  narrow record;
begin
  if exists (select from users) then return; end if;
  for narrow in select * from narrow_keys() loop
    perform set_key_type(narrow.name, narrow.columns, 'bigint');
  end loop;
end $$;

-- migrate:down
do $$
declare
  wide record;
begin
  for wide in
    select c.oid::regclass as name, array_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and a.atttypid = 'bigint'::regtype and a.attname ~ '^(id|continues|.*_id|.*_by|.*_up_to)$'
      and (c.relname, a.attname) not in (
        ('account_undos', 'id'), ('occupancy', 'id'), ('invoices', 'change_id'), ('realtime_payloads', 'id'), ('realtime_outbox', 'id'), ('event_facts', 'id'),
        ('events', 'id'), ('webhook_deliveries', 'id'), ('audit_entries', 'id'), ('reservation_events', 'id'))
    group by c.oid
  loop
    perform set_key_type(wide.name, wide.columns, 'integer');
  end loop;
end $$;

select renew_functions();
drop function renew_functions();
drop function set_key_type(regclass, name[], regtype);
drop function narrow_keys();

do $$
declare
  changed record;
begin
  for changed in
    select p.oid, pg_get_functiondef(p.oid) as definition, p.oid::regprocedure as signature, words, 'bigint'::regtype = any (proargtypes::oid[]) as has_keys
    from pg_proc p join (values
      ('audit_note', 'bigint'), ('audit_row', '::bigint'), ('audit_of_move', '::bigint'), ('channel_assign', 'bigint'), ('task_of_departure', 'closure bigint'),
      ('event_note', 'bigint'), ('event_note_once', 'bigint'), ('event_note_payment_once', 'bigint'), ('event_note_stay_once', 'bigint')
    ) keys (name, words) on p.proname = keys.name
    where pronamespace = 'public'::regnamespace
  loop
    if changed.has_keys then execute 'drop function ' || changed.signature; end if;
    execute replace(changed.definition, changed.words, replace(changed.words, 'bigint', 'integer'));
  end loop;
end $$;

drop function task_may_have(uuid, bigint);
create function task_may_have(home uuid, person integer) returns boolean language sql stable
  return exists (
    select from properties p
    where p.id = home and (p.owner_id = person or exists (
      select from team_grants g
      where g.owner_id = p.owner_id and g.user_id = person and (g.property_ids is null or p.id = any (g.property_ids)))));

drop function who_wrote(bigint);
create function who_wrote(person integer) returns jsonb language sql stable
  return (select jsonb_build_object('id', u.id, 'first_name', nullif(u.first_name, '')) from users u where u.id = person);
