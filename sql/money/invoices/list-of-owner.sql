-- Documents of the stays in an owner's homes, the newest first, with one more than a page. `corrects`: the invoice of the payment that a later document is about.
-- reads: payments: the day on which the money of an invoice was received
-- reads: states: an owner reads the documents of stays, with their days
-- reads: properties: the stays are those in the homes of an owner
-- replica: yes
-- not null: issued_on
-- nullable: :homes, :month, :seller_id, :reservation_id, :number, :before, corrects, seller, buyer, received_on
select doc.id, doc.key, doc.number, doc.kind, doc.issued_at, issued.on_day as issued_on,
  first.number as corrects, doc.seller_id, doc.seller ->> 'name' as seller, doc.buyer ->> 'name' as buyer, doc.lines, doc.total_cents, doc.currency,
  doc.method, a.received_on, r.id as reservation_id, r.property_id, h.title, r.check_in, r.check_out
from invoices doc
join reservations r on r.id = doc.reservation_id
join properties h on h.id = r.property_id
cross join lateral (select (doc.issued_at at time zone (doc.seller ->> 'timezone'))::date as on_day) issued
left join invoices first on first.payment_id = doc.payment_id and first.refund_id is null and first.change_id is null and first.kind = 'invoice'
  and first.id <> doc.id
left join receipts a on a.payment_id = doc.payment_id and a.status = 'applied' and doc.refund_id is null and doc.change_id is null
where h.owner_id = :user_id and (:homes::uuid[] is null or h.id = any (:homes::uuid[]))
  and (:month::date is null or issued.on_day >= :month::date and issued.on_day < :month::date + interval '1 month'
    -- A day more on both sides has every time zone, and an index finds it.
    and doc.issued_at >= :month::date::timestamptz - interval '1 day' and doc.issued_at < :month::date::timestamptz + interval '1 month 1 day')
  and (:seller_id::bigint is null or doc.seller_id = :seller_id::bigint)
  and (:reservation_id::bigint is null or doc.reservation_id = :reservation_id::bigint)
  and (:number::text is null or doc.number = upper(:number::text))
  and (:before::bigint is null or doc.id < :before::bigint)
order by doc.id desc
limit :limit
