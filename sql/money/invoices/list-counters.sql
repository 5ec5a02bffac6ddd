-- The last number of each year's documents.
select year, last from invoice_counters order by year
