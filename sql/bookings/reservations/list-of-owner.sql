-- A page of the reservations of an owner, whatever their history: the first ones of each home are read by an index, and the total is counted in an
-- index too where the filters allow it.
-- reads: states: the page is of stays, with their guests and nights
-- reads: properties, places: a stay shows its home, the cover and the city
-- reads: auth: a stay shows its guest and its owner
-- reads: payments: a stay shows what is paid and open
-- not null: collector_assumed, overbooked, total
-- nullable: cancellation_fee_cents, has_virtual_card, virtual_card_from, continues, continued_by, contact, note, hold_expires_at, expected_arrival, remarks, commission_cents, collected_by, ota_name, ota_reservation_code, contact_name, guest_name, payment_status, open_cents, guest_first_name, guest_avatar, owner_avatar, cover
with counted as (
  select count(*) as total
  from reservations r
  left join properties p on p.id = r.property_id
  where
    r.property_id = any (array(select o.id from properties o where o.owner_id = :user_id))
    -- one of: filters
), found as (
  select r.id, counted.total
  from properties p
  cross join lateral (
    select r.id, r.created_at, r.check_in, r.check_out, r.hold_expires_at
    from reservations r
    where r.property_id = p.id
      -- one of: filters
    order by
      -- one of: newest-first, oldest-first, by-arrival, by-departure, by-deadline
    limit :limit::integer + :offset::integer
  ) r
  cross join counted
  where p.owner_id = :user_id
  order by
    -- one of: newest-first, oldest-first, by-arrival, by-departure, by-deadline
  limit :limit offset :offset
)
-- one of: shown
