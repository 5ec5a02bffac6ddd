-- A document by its key.
-- reads: payments: a document about an entry that was a mistake moves no money
-- optional
-- not null: issued_on, moves_money
select number, kind, reservation_id, locale, seller, buyer, lines, total_cents, currency, method, issued_at,
  change_id is null and not exists (select from refunds f where f.id = refund_id and f.method is null) as moves_money,
  (issued_at at time zone (seller ->> 'timezone'))::date as issued_on
from invoices where key = :key
