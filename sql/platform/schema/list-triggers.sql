-- The triggers that run some functions, by their tables.
-- not null: table, triggers
select tgrelid::regclass::text as "table", array_agg(quote_ident(tgname) order by tgname) as triggers
from pg_trigger join pg_proc on pg_proc.oid = tgfoid
where not tgisinternal and pronamespace = 'public'::regnamespace and proname = any (:functions::text[])
group by tgrelid
order by 1
