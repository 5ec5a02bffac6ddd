-- Goes on with a year's documents above a number; tells the numbers that are left out, if any are.
-- optional
-- not null: first
with before as (select year, last from invoice_counters where year = :year for update)
insert into invoice_counters as c (year, last) values (:year, :last)
on conflict (year) do update set last = excluded.last where c.last < excluded.last
returning c.year, coalesce((select last from before), 0) + 1 as first, c.last
