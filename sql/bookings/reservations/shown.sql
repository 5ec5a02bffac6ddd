-- Columns that lists of stays and a single stay have in common, of the tables of `around-shown`.
-- part of: find, list-shown
  r.id, r.property_id, r.guest_id, p.owner_id, r.check_in, r.check_out, r.adults, r.children,
  r.infants, r.status, u.first_name as guest_first_name, u.avatar as guest_avatar, o.first_name as owner_first_name, o.avatar as owner_avatar,
  p.title, city.name as city, p.check_in_time, p.check_out_time, p.timezone,
  (select f.path from property_photos f where f.property_id = p.id order by f.position limit 1) as cover,
  r.currency, r.created_at, r.hold_expires_at,
  money.payment_status, money.open_cents,
  r.source, r.ota_name, r.ota_reservation_code, c.name as contact_name, to_jsonb(k) as contact,
  r.labels, r.expected_arrival, r.remarks, r.note, r.commission_cents, money.collected_by, money.collector_assumed, r.has_virtual_card, r.virtual_card_from, r.cancellation_fee_cents,
  -- one of: guest-name
  , r.continues, (select s.id from reservations s where s.continues = r.id) as continued_by,
  exists (select from occupancy o where o.reservation_id = r.id and o.overbooked) as overbooked
