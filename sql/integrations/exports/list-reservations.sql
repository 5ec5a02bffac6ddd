-- The stays after one, in the order of home, arrival and number. Of each home the stays are found by its index, so that a page costs the
-- same however many are before it.
-- reads: states: the rows of the file are stays, with their guests
-- reads: payments: each stay has what was paid, refunded and is open
-- reads: auth: a guest with an account has their name there
-- reads: properties: an owner exports their own homes, under the names that they gave them
-- replica: yes
-- not null: guests, lines, paid_cents, refunded_cents
-- nullable: continues, email, phone, language, country, expected_arrival, commission_cents, collected_by, external_id, ota_name, ota_reservation_code, guest_name, payment_status, open_cents
with found as (
  select h.id as property_id, r.check_in, r.id
  from properties h
  cross join lateral (
    select r.check_in, r.id
    from reservations r
    where r.property_id = h.id
      and (r.check_in, r.id) > (
        case when h.id = :after_home then :after_day::date else '-infinity' end,
        case when h.id = :after_home then :after_id::bigint else 0 end)
      -- any of: from, to, left-from, left-to
    order by r.check_in, r.id
    limit :limit
  ) r
  where h.id >= :after_home and
    -- one of: as-owner, as-staff
    -- any of: of-home, on-homes
  order by h.id, r.check_in, r.id
  limit :limit
)
select r.id, r.property_id, h.title, r.status, r.source, r.ota_name, r.ota_reservation_code, r.check_in, r.check_out,
  r.adults, r.children, r.infants, r.adults + r.children + r.infants as guests, r.guest_id,
  case when c.id is not null then c.name when u.deleted_at is null then trim(u.first_name || ' ' || u.last_name) end as guest_name,
  r.currency, r.total_cents,
  shown.open_cents, shown.payment_status,
  r.cancelled_by, r.cancelled_at, r.created_at, i.external_id, k.email, k.phone, k.language, k.country, r.expected_arrival, r.labels,
  r.commission_cents, shown.collected_by, r.continues,
  (select coalesce(jsonb_object_agg(line ->> 'code', line -> 'amount_cents'), '{}') from jsonb_array_elements(r.quote -> 'lines') line) as lines,
  money.paid_cents, money.refunded_cents
from found
join reservations r on r.id = found.id
join properties h on h.id = r.property_id
left join imported_homes i on i.property_id = h.id
left join users u on u.id = r.guest_id
left join contacts c on c.id = r.contact_id
left join lateral contact_of_stay(r) k on true
left join payments pay on pay.reservation_id = r.id and pay.kind = 'booking' and not pay.has_successor
cross join lateral payment_of_stay(r, pay.status) shown
cross join lateral (
  select coalesce(sum(a.amount_cents), 0)::bigint as paid_cents, coalesce(sum(a.refunded_cents), 0)::bigint as refunded_cents
  from payments p join receipts a on a.payment_id = p.id and a.status = 'applied' where p.reservation_id = r.id
) money
order by found.property_id, found.check_in, found.id
