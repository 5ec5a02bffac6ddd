-- A page of reservations.
-- reads: states: the page is of stays, with their guests and nights
-- reads: properties, places: a stay shows its home, the cover and the city
-- reads: auth: a stay shows its guest and its owner
-- reads: payments: a stay shows what is paid and open
-- not null: collector_assumed, overbooked, total
-- nullable: cancellation_fee_cents, has_virtual_card, virtual_card_from, continues, continued_by, contact, note, hold_expires_at, expected_arrival, remarks, commission_cents, collected_by, ota_name, ota_reservation_code, contact_name, guest_name, payment_status, open_cents, guest_first_name, guest_avatar, owner_avatar, cover
with found as (
  select r.id, count(*) over () as total
  from reservations r
  join properties p on p.id = r.property_id
  where
    -- one of: as-owner, as-guest, as-staff, of-numbers
    -- one of: filters
  order by
    -- one of: newest-first, oldest-first, by-arrival, by-departure, by-deadline
  limit :limit offset :offset
)
-- one of: shown
