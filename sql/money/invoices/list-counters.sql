-- The last number of each series: of the installation by year, of sellers by prefix and year, without those that ended before last year.
-- not null: series, last
select year::text as series, last from invoice_counters
union all
select prefix || '-' || year, last from invoice_series where year >= extract(year from now()) - 1
order by 1
