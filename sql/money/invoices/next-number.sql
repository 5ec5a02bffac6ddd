-- The next number of the series of the present year, in the time zone of the seller; its row stays locked until the end of the
-- transaction, so that none is left out.
-- one
insert into invoice_counters as c (year, last) values (extract(year from now() at time zone :timezone)::integer, 1)
on conflict (year) do update set last = c.last + 1
returning c.year, c.last
