-- One reservation with its payment and its history, for its guest, the owner of the home, or the staff.
-- reads: states: the stay, with its guest, its history and its nights
-- reads: properties, places: a stay shows its home, the cover and the city
-- reads: auth: a stay shows its guest and its owner
-- reads: payments: a stay shows what is paid and open, and the checkout that goes on
-- optional
-- not null: holds_nights, collector_assumed, access_code_state, overbooked, timeline, today, was_inquiry
-- nullable: cancellation_fee_cents, has_virtual_card, virtual_card_from, continues, continued_by, :homes, balance_cents, note, contact, expected_arrival, remarks, commission_cents, collected_by, guest_name, balance_due_on, contact_email, contact_phone, ota_name, ota_reservation_code, contact_name, payment_status, open_cents, checkout_url, guest_first_name, guest_avatar, owner_avatar, cover
select
  -- one of: shown
  , r.cancelled_by, r.message, r.quote, r.balance_due_on, pay.rest_cents as balance_cents, (now() at time zone p.timezone)::date as today,
  exists (select from reservation_events e where e.reservation_id = r.id and e.from_status = 'inquiry') as was_inquiry,
  access_code_state(r) as access_code_state, c.email as contact_email, c.phone as contact_phone,
  exists (select from occupancy o where o.reservation_id = r.id and upper(o.stay) > (now() at time zone p.timezone)::date) as holds_nights,
  (select s.url from checkout_sessions s where s.payment_id = pay.id and s.closed_at is null order by s.id desc limit 1)
    as checkout_url,
  (select jsonb_agg(jsonb_build_object('from', e.from_status, 'to', e.to_status, 'actor', e.actor, 'reason', e.reason, 'change', e.change,
      'by_company_link', e.by_company_link,
      'by', case when w.deleted_at is null and w.id is not null then jsonb_build_object('id', w.id, 'first_name', nullif(w.first_name, '')) end,
      'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by e.id)
    from reservation_events e left join users w on w.id = e.actor_id where e.reservation_id = r.id) as timeline
from reservations r
-- one of: around-shown
where r.id = :reservation_id and (r.guest_id = :user_id or :is_staff::boolean or p.owner_id = :user_id)
  and (:homes::uuid[] is null or p.id = any (:homes))
