-- migrate:up
-- The versions of the functions under sql/ that this database has had (src/platform/schema/functions.ts). Version 0 has those that migrations have made.
create table function_versions (
  version integer primary key,
  sha256 text not null,
  functions name[],
  applied_at timestamptz not null default now()
);
insert into function_versions (version, sha256, functions)
select 0, '', array_agg(proname order by proname) from pg_proc where pronamespace = 'public'::regnamespace;

-- migrate:down
-- Later functions go, and the others become what migrations have made by their own way down and up.
do $$
declare
  added record;
begin
  for added in
    select p.oid::regprocedure as signature from pg_proc p
    where pronamespace = 'public'::regnamespace and proname <> all (select unnest(functions) from function_versions where version = 0)
  loop
    execute format('drop function %s', added.signature);
  end loop;
end $$;
drop table function_versions;
