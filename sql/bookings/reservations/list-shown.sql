-- Lists stays by their numbers, in that order, as a list shows them. A page is found first, by a statement of its own: planning this one takes
-- longer than running it, and a plan for any numbers is kept.
-- reads: states: the page is of stays, with their guests and nights
-- reads: properties, places: a stay shows its home, the cover and the city
-- reads: auth: a stay shows its guest and its owner
-- reads: payments: a stay shows what is paid and open
-- not null: collector_assumed, overbooked
-- nullable: cancellation_fee_cents, has_virtual_card, virtual_card_from, continues, continued_by, contact, note, hold_expires_at, expected_arrival, remarks, commission_cents, collected_by, ota_name, ota_reservation_code, contact_name, guest_name, payment_status, open_cents, guest_first_name, guest_avatar, owner_avatar, cover
select r.id, r.property_id, r.guest_id, p.owner_id, r.check_in, r.check_out, r.adults, r.children,
  r.infants, r.status, u.first_name as guest_first_name, u.avatar as guest_avatar, o.first_name as owner_first_name, o.avatar as owner_avatar,
  p.title, city.name as city, p.check_in_time, p.check_out_time, p.timezone,
  (select f.path from property_photos f where f.property_id = p.id order by f.position limit 1) as cover,
  r.total_cents, r.currency, r.created_at,
  money.payment_status, money.open_cents,
  r.source, r.ota_name, r.ota_reservation_code, c.name as contact_name, to_jsonb(k) as contact,
  r.labels, r.expected_arrival, r.remarks, r.note, r.hold_expires_at, r.commission_cents, money.collected_by, money.collector_assumed, r.has_virtual_card, r.virtual_card_from, r.cancellation_fee_cents,
  coalesce(c.name, case when u.deleted_at is null then trim(u.first_name || ' ' || u.last_name) end) as guest_name,
  r.continues,
  (select s.id from reservations s where s.continues = r.id) as continued_by,
  exists (select from occupancy o where o.reservation_id = r.id and o.overbooked) as overbooked
from unnest(:reservation_ids::bigint[]) with ordinality found (id, place)
join reservations r on r.id = found.id
join properties p on p.id = r.property_id
join cities city on city.id = p.city_id
join users o on o.id = p.owner_id
left join users u on u.id = r.guest_id
left join contacts c on c.id = r.contact_id
left join lateral contact_of_stay(r) k on true
left join payments pay on pay.reservation_id = r.id and pay.kind = 'booking' and not pay.has_successor
cross join lateral payment_of_stay(r, pay.status) money
order by found.place
