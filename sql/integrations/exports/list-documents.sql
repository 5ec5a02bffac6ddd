-- The documents of stays after one, in the order of home, arrival, number of the stay and of the document, as sql/integrations/exports/list-payments.sql.
-- `corrects`: the invoice of the payment that a later document is about.
-- reads: invoices: the rows of the file are documents
-- reads: payments: the day on which the money of an invoice was received
-- reads: states: a document stands in the order of its stay, with its days
-- reads: properties: an owner exports the documents of their own homes
-- replica: yes
-- not null: issued_on
-- nullable: external_id, corrects, seller, buyer, received_on
with found as (
  select h.id as property_id, r.check_in, r.reservation_id, r.id
  from properties h
  cross join lateral (
    select r.check_in, r.id as reservation_id, doc.id
    from reservations r
    join invoices doc on doc.reservation_id = r.id
    where r.property_id = h.id
      and (r.check_in, r.id, doc.id) > (
        case when h.id = :after_home then :after_day::date else '-infinity' end,
        case when h.id = :after_home then :after_reservation::bigint else 0 end,
        case when h.id = :after_home then :after_id::bigint else 0 end)
      -- any of: issued-from, issued-to
    order by r.check_in, r.id, doc.id
    limit :limit
  ) r
  where h.id >= :after_home and
    -- one of: as-owner, as-staff
    -- any of: of-home, on-homes
  order by h.id, r.check_in, r.reservation_id, r.id
  limit :limit
)
select doc.id, doc.number, doc.kind, (doc.issued_at at time zone (doc.seller ->> 'timezone'))::date as issued_on, first.number as corrects,
  doc.seller ->> 'name' as seller, doc.buyer ->> 'name' as buyer, doc.lines, doc.total_cents, doc.currency, doc.method, a.received_on,
  r.id as reservation_id, r.property_id, h.title, i.external_id, r.check_in, r.check_out
from found
join invoices doc on doc.id = found.id
join reservations r on r.id = found.reservation_id
join properties h on h.id = r.property_id
left join imported_homes i on i.property_id = h.id
left join invoices first on first.payment_id = doc.payment_id and first.refund_id is null and first.change_id is null and first.kind = 'invoice'
  and first.id <> doc.id
left join receipts a on a.payment_id = doc.payment_id and a.status = 'applied' and doc.refund_id is null and doc.change_id is null
order by found.property_id, found.check_in, found.reservation_id, found.id
