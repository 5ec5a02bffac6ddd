-- The contents of the invoice of a payment for a stay, with what its total does not include. `language`: that of the guest's account, or as the company or a channel has noted it.
-- optional
-- not null: quote, total_cents, buyer, supplements
-- nullable: :reservation_id, language
select r.id, jsonb_set(r.quote, '{lines}', (r.quote -> 'lines') || coalesce(r.quote -> 'excluded', '[]')) as quote,
  r.total_cents + excluded_of(r.quote) as total_cents, r.currency, h.title as home, r.check_in, r.check_out, coalesce(u.locale::text, k.language) as language,
  jsonb_strip_nulls(jsonb_build_object('name', coalesce(trim(u.first_name || ' ' || u.last_name), k.name),
    'company', u.billing_company, 'vat_number', u.billing_vat_number, 'address', u.billing_address)) as buyer,
  (select coalesce(jsonb_agg(jsonb_build_object('label', s.label, 'amount_cents', s.amount_cents) order by s.id), '[]')
    from supplements s where s.payment_id = :payment_id) as supplements
from reservations r
join properties h on h.id = r.property_id
left join users u on u.id = r.guest_id
left join contacts k on k.id = r.contact_id
where r.id = :reservation_id
