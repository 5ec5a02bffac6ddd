-- One reservation with its payment and its history, for its guest, the owner of the home, or the staff.
-- reads: states: the stay, with its guest, its history and its nights
-- reads: properties, places: a stay shows its home, the cover and the city
-- reads: auth: a stay shows its guest and its owner
-- reads: payments: a stay shows what is paid and open, and the checkout that goes on
-- optional
-- not null: holds_nights, collector_assumed, access_code_state, overbooked, timeline, today, was_inquiry
-- nullable: cancellation_fee_cents, has_virtual_card, virtual_card_from, continues, continued_by, :homes, balance_cents, note, contact, expected_arrival, remarks, commission_cents, collected_by, guest_name, balance_due_on, contact_email, contact_phone, ota_name, ota_reservation_code, contact_name, payment_status, open_cents, checkout_url, guest_first_name, guest_avatar, owner_avatar, cover
select r.id, r.property_id, r.guest_id, p.owner_id, r.check_in, r.check_out, r.adults, r.children,
  r.infants, r.status, u.first_name as guest_first_name, u.avatar as guest_avatar, o.first_name as owner_first_name, o.avatar as owner_avatar,
  p.title, city.name as city, p.check_in_time, p.check_out_time, p.timezone,
  (select f.path from property_photos f where f.property_id = p.id order by f.position limit 1) as cover,
  r.cancelled_by, r.message, r.quote, r.hold_expires_at, r.created_at,
  money.payment_status, money.open_cents,
  r.source, r.ota_name, r.ota_reservation_code, c.name as contact_name, to_jsonb(k) as contact,
  r.labels, r.expected_arrival, r.remarks, r.commission_cents, money.collected_by, money.collector_assumed, r.has_virtual_card, r.virtual_card_from, r.cancellation_fee_cents, r.note,
  coalesce(c.name, case when u.deleted_at is null then trim(u.first_name || ' ' || u.last_name) end) as guest_name, r.balance_due_on,
  pay.rest_cents as balance_cents, (now() at time zone p.timezone)::date as today,
  exists (select from reservation_events e where e.reservation_id = r.id and e.from_status = 'inquiry') as was_inquiry,
  access_code_state(r) as access_code_state, r.currency, c.email as contact_email, c.phone as contact_phone,
  r.continues, (select s.id from reservations s where s.continues = r.id) as continued_by,
  exists (select from occupancy o where o.reservation_id = r.id and o.overbooked) as overbooked,
  exists (select from occupancy o where o.reservation_id = r.id and upper(o.stay) > (now() at time zone p.timezone)::date) as holds_nights,
  (select s.url from checkout_sessions s where s.payment_id = pay.id and s.closed_at is null order by s.id desc limit 1)
    as checkout_url,
  (select jsonb_agg(jsonb_build_object('from', e.from_status, 'to', e.to_status, 'actor', e.actor, 'reason', e.reason, 'change', e.change,
      'by_company_link', e.by_company_link,
      'by', case when w.deleted_at is null and w.id is not null then jsonb_build_object('id', w.id, 'first_name', nullif(w.first_name, '')) end,
      'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by e.id)
    from reservation_events e left join users w on w.id = e.actor_id where e.reservation_id = r.id) as timeline
from reservations r
join properties p on p.id = r.property_id
join cities city on city.id = p.city_id
join users o on o.id = p.owner_id
left join users u on u.id = r.guest_id
left join contacts c on c.id = r.contact_id
left join lateral contact_of_stay(r) k on true
left join payments pay on pay.reservation_id = r.id and pay.kind = 'booking' and not pay.has_successor
cross join lateral payment_of_stay(r, pay.status) money
where r.id = :reservation_id and (r.guest_id = :user_id or :is_staff::boolean or p.owner_id = :user_id)
  and (:homes::uuid[] is null or p.id = any (:homes))
