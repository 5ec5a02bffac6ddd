-- The contents of the invoice of a payment for a stay. `earlier_cents`: part of the price that earlier payments pay; those that were
-- voided or a mistake, and late ones, pay nothing.
-- optional
-- not null: buyer, locale, supplements, earlier_cents
-- nullable: :reservation_id
select r.quote, r.total_cents, h.title as home, r.check_in, r.check_out, coalesce(u.locale, 'fr') as locale,
  jsonb_strip_nulls(jsonb_build_object('name', coalesce(trim(u.first_name || ' ' || u.last_name), k.name),
    'company', u.billing_company, 'vat_number', u.billing_vat_number, 'address', u.billing_address)) as buyer,
  (select coalesce(jsonb_agg(jsonb_build_object('label', s.label, 'amount_cents', s.amount_cents) order by s.id), '[]')
    from supplements s where s.payment_id = :payment_id) as supplements,
  (select coalesce(sum(p.amount_cents), 0) from payments p
    where p.reservation_id = r.id and p.kind in ('booking', 'balance') and p.id < :payment_id and p.status <> 'cancelled'
      and not exists (select from refunds f where f.payment_id = p.id and (f.source = 'late' or f.method is null)))::bigint as earlier_cents
from reservations r
join properties h on h.id = r.property_id
left join users u on u.id = r.guest_id
left join contacts k on k.id = r.contact_id
where r.id = :reservation_id
