-- Goes on with a year's documents above a number.
insert into invoice_counters as c (year, last) values (:year, :last)
on conflict (year) do update set last = greatest(c.last, excluded.last)
