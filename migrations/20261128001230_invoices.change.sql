-- migrate:up
-- The change of a stay whose documents this one corrects.
alter table invoices add column change_id bigint references reservation_events;
alter table invoices drop constraint invoices_payment_id_refund_id_kind_key;
alter table invoices add constraint invoices_one_of_each unique nulls not distinct (payment_id, refund_id, change_id, kind);

-- migrate:down
alter table invoices drop constraint invoices_one_of_each;
alter table invoices add constraint invoices_payment_id_refund_id_kind_key unique nulls not distinct (payment_id, refund_id, kind);
alter table invoices drop column change_id;
