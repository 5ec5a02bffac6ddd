-- The triggers that run some functions, named with their arguments, by their tables.
-- not null: table, triggers
select tgrelid::regclass::text as "table", array_agg(quote_ident(tgname) order by tgname) as triggers
from pg_trigger
where not tgisinternal and tgfoid::regprocedure::text = any (:functions::text[])
group by tgrelid
order by 1
