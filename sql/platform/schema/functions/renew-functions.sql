-- Sessions have compiled functions in PL/pgSQL with the types of before, and fail until they compile them anew.
create or replace function renew_functions() returns void language plpgsql as $$
declare
  statement text;
begin
  for statement in
    select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
    where l.lanname = 'plpgsql' and p.pronamespace = 'public'::regnamespace
  loop
    execute statement;
  end loop;
end $$;
