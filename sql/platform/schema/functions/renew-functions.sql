-- Makes the functions of this role in PL/pgSQL again: sessions have compiled them with the types of before, and fail until they compile them anew.
create or replace function renew_functions() returns void language plpgsql as $$
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
