-- Goes on with a seller's documents of a year above a number.
insert into invoice_series as s (prefix, year, last) values (:prefix, :year, :last)
on conflict (prefix, year) do update set last = greatest(s.last, excluded.last)
