-- migrate:up
-- The method of the payment or refund of a document; null for corrections and older documents.
alter table invoices add column method money_method;

-- migrate:down
alter table invoices drop column method;
