-- The payments of stays after one, in the order of home, arrival, number of the stay and of the payment, as sql/integrations/exports/list-reservations.sql.
-- reads: payments: the rows of the file are payments, with the money that came in
-- reads: states: a payment stands in the order of its stay, with its days and its channel
-- reads: properties: an owner exports their own homes, under the names that they gave them
-- reads: invoices: the seller is the one on the document
-- replica: yes
-- not null: refunded_cents
-- nullable: external_id, paid_at, channel, seller, method, received_on
with found as (
  select h.id as property_id, r.check_in, r.reservation_id, r.id
  from properties h
  cross join lateral (
    select r.check_in, r.id as reservation_id, pay.id
    from reservations r
    join payments pay on pay.reservation_id = r.id
    where r.property_id = h.id
      and (r.check_in, r.id, pay.id) > (
        case when h.id = :after_home then :after_day::date else '-infinity' end,
        case when h.id = :after_home then :after_reservation::bigint else 0 end,
        case when h.id = :after_home then :after_id::bigint else 0 end)
      -- any of: made-from, made-to
    order by r.check_in, r.id, pay.id
    limit :limit
  ) r
  where h.id >= :after_home and
    -- one of: as-owner, as-staff
    -- any of: of-home, on-homes
  order by h.id, r.check_in, r.reservation_id, r.id
  limit :limit
)
select pay.id, r.id as reservation_id, r.property_id, h.title, r.check_in, r.check_out, pay.kind, pay.status, pay.currency, pay.amount_cents,
  coalesce(a.refunded_cents, 0) as refunded_cents, pay.due_on, pay.created_at, a.received_at as paid_at, pay.dispute_status, i.external_id,
  r.ota_name as channel, d.seller ->> 'name' as seller,
  a.method, a.received_on
from found
join payments pay on pay.id = found.id
join reservations r on r.id = found.reservation_id
join properties h on h.id = r.property_id
left join imported_homes i on i.property_id = h.id
left join receipts a on a.payment_id = pay.id and a.status = 'applied'
-- The invoice of the payment itself: refunds and changes of the stay add further documents, perhaps of another seller.
left join invoices d on d.payment_id = pay.id and d.refund_id is null and d.change_id is null and d.kind = 'invoice'
order by found.property_id, found.check_in, found.reservation_id, found.id
