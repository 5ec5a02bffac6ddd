-- The payments of stays after one, in the order of home, number of the stay and of the payment, as sql/integrations/mirror/list-reservations.sql.
-- reads: payments: the payments themselves, which the events describe
-- reads: properties, states: payments are found home by home and stay by stay, so that each page costs the same
-- not null: subject_id
select h.id as property_id, r.reservation_id, r.id, r.id::text as subject_id
from properties h
cross join lateral (
  select r.id as reservation_id, pay.id
  from reservations r
  join payments pay on pay.reservation_id = r.id
  where r.property_id = h.id
    and (r.property_id, r.id) >= (h.id, case when h.id = :after_home then :after_reservation::bigint else 0 end)
    and (r.id, pay.id) > (
      case when h.id = :after_home then :after_reservation::bigint else 0 end,
      case when h.id = :after_home then :after_id::bigint else 0 end)
    -- any of: changed-payments
  order by r.id, pay.id
  limit :limit
) r
where h.id >= :after_home
  -- any of: as-owner, of-home, on-homes
order by h.id, r.reservation_id, r.id
limit :limit
