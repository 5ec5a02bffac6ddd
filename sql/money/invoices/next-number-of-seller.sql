-- The next number of a seller's series of the present year, as sql/money/invoices/next-number.sql.
-- one
insert into invoice_series as s (prefix, year, last) values (:prefix, extract(year from now() at time zone :timezone)::integer, 1)
on conflict (prefix, year) do update set last = s.last + 1
returning s.year, s.last
