-- migrate:up
-- Documents of a month.
create index invoices_issued on invoices (issued_at);

-- migrate:down
drop index invoices_issued;
