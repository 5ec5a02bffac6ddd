-- Fills a page of a table, as whatever is stored does sooner or later; the caller takes it back.
insert into write_probes (filler) values (repeat('x', 7000))
