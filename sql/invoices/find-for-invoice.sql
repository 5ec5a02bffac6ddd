-- What the invoice of a payment says; no row while nothing was paid. `year`: of the seller's time zone.
-- optional
-- not null: buyer, locale, supplements, year
select p.id as payment_id, p.reservation_id, p.kind, p.amount_cents, p.currency, r.check_in, r.check_out, r.quote,
  r.total_cents, h.title as home, coalesce(u.locale, 'fr') as locale,
  jsonb_build_object('name', coalesce(trim(u.first_name || ' ' || u.last_name), k.name)) as buyer,
  (select coalesce(jsonb_agg(jsonb_build_object('label', s.label, 'amount_cents', s.amount_cents) order by s.id), '[]')
    from supplements s where s.payment_id = p.id) as supplements,
  extract(year from now() at time zone :timezone)::integer as year
from payments p
join receipts a on a.payment_id = p.id and a.status = 'applied'
join reservations r on r.id = p.reservation_id
join properties h on h.id = r.property_id
left join users u on u.id = r.guest_id
left join contacts k on k.id = r.contact_id
where p.id = :payment_id
