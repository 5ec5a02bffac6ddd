-- Lists stays by their numbers, in that order, as a list shows them. A page is found first, by a statement of its own: planning this one takes
-- longer than running it, and a plan for any numbers is kept: the inner `select` hides how few they are, for which PostgreSQL would plan each time.
-- reads: states: the page is of stays, with their guests and nights
-- reads: properties, places: a stay shows its home, the cover and the city
-- reads: auth: a stay shows its guest and its owner
-- reads: payments: a stay shows what is paid and open
-- not null: collector_assumed, overbooked
-- nullable: cancellation_fee_cents, has_virtual_card, virtual_card_from, continues, continued_by, contact, note, hold_expires_at, expected_arrival, remarks, commission_cents, collected_by, ota_name, ota_reservation_code, contact_name, guest_name, payment_status, open_cents, guest_first_name, guest_avatar, owner_avatar, cover
select
  -- one of: shown
  , r.total_cents
from unnest((select :reservation_ids::bigint[])) with ordinality found (id, place)
join reservations r on r.id = found.id
-- one of: around-shown
order by found.place
