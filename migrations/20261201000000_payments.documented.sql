-- migrate:up
-- False for money that has no document: it was imported, or its seller may not issue one.
alter table receipts add column is_documented boolean not null default true;

update receipts a set is_documented = false
from payments p
join imported_stays i on i.reservation_id = p.reservation_id
join reservations r on r.id = p.reservation_id
where a.payment_id = p.id and a.method <> 'card' and a.received_at = r.created_at
  and not exists (select from invoices d where d.payment_id = p.id);

-- migrate:down
alter table receipts drop column is_documented;
