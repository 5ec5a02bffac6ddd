-- Lists the invoices and credit notes of an owner after one, a line of the archive each, in the order of home, stay and number.
-- `corrects`: the invoice of the payment that a later document is about.
-- reads: invoices: the lines are documents
-- reads: states: a document stands in the order of its stay
-- reads: properties: an owner keeps the documents of their own homes
-- not null: line
with found as (
  select h.id as property_id, d.reservation_id, d.id
  from properties h
  cross join lateral (
    select doc.reservation_id, doc.id
    from reservations r join invoices doc on doc.reservation_id = r.id
    where r.property_id = h.id
      and (r.id, doc.id) > (case when h.id = :after_home then :after_stay::bigint else 0 end, case when h.id = :after_home then :after_id::bigint else 0 end)
    order by r.id, doc.id
    limit :limit
  ) d
  where h.owner_id = :owner_id and h.id >= :after_home
  order by h.id, d.reservation_id, d.id
  limit :limit
)
select doc.id, doc.key, doc.number, found.property_id, found.reservation_id, jsonb_build_object(
  'kind', doc.kind, 'number', doc.number, 'file', 'documents/' || doc.number || '.pdf', 'issued_at', doc.issued_at, 'day', (doc.issued_at at time zone (doc.seller ->> 'timezone'))::date,
  'corrects', first.number, 'locale', doc.locale, 'seller', doc.seller, 'buyer', doc.buyer, 'lines', doc.lines,
  'amount_cents', doc.total_cents, 'currency', doc.currency, 'method', doc.method,
  'property_id', found.property_id, 'reservation_id', found.reservation_id, 'title', h.title
)::text as line
from found
join invoices doc on doc.id = found.id
join properties h on h.id = found.property_id
left join invoices first on first.payment_id = doc.payment_id and first.refund_id is null and first.change_id is null and first.kind = 'invoice'
  and first.id <> doc.id
order by found.property_id, found.reservation_id, found.id
