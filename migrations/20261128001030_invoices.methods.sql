-- migrate:up
-- How the money of a document was paid or given back; null: documents from before that was kept, and corrections.
alter table invoices add column method money_method;

-- migrate:down
alter table invoices drop column method;
