-- The next number of a year's series; its row stays locked until the end of the transaction, so that none is left out.
-- one
insert into invoice_counters as c (year, last) values (:year, 1)
on conflict (year) do update set last = c.last + 1
returning c.year, c.last
