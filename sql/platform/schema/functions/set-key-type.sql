-- Changes the type of the keys of a table, which rewrites it under a lock. Triggers that name a key are made again, enabled or disabled
-- as before, with their comments.
create or replace function set_key_type(wanted regclass, keys name[], type regtype) returns void language plpgsql as $$
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
