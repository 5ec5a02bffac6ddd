-- Joins to a stay `r` its home, its people, its contact and its first payment, for the columns of `shown`.
-- part of: find, list-shown
join properties p on p.id = r.property_id
join cities city on city.id = p.city_id
join users o on o.id = p.owner_id
left join users u on u.id = r.guest_id
left join contacts c on c.id = r.contact_id
left join lateral contact_of_stay(r) k on true
left join payments pay on pay.reservation_id = r.id and pay.kind = 'booking' and not pay.has_successor
cross join lateral payment_of_stay(r, pay.status) money
