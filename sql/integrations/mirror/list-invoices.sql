-- The documents of stays after one, in the order of home, number of the stay and of the document, as sql/integrations/mirror/list-reservations.sql.
-- reads: invoices: the documents themselves, which the events describe
-- reads: properties, states: documents are found home by home and stay by stay, so that each page costs the same
select h.id as property_id, r.reservation_id, r.id, r.number as subject_id
from properties h
cross join lateral (
  select r.id as reservation_id, i.id, i.number
  from reservations r
  join invoices i on i.reservation_id = r.id
  where r.property_id = h.id
    and (r.property_id, r.id) >= (h.id, case when h.id = :after_home then :after_reservation::bigint else 0 end)
    and (r.id, i.id) > (
      case when h.id = :after_home then :after_reservation::bigint else 0 end,
      case when h.id = :after_home then :after_id::bigint else 0 end)
    -- any of: changed-invoices
  order by r.id, i.id
  limit :limit
) r
where h.id >= :after_home
  -- any of: as-owner, of-home, on-homes
order by h.id, r.reservation_id, r.id
limit :limit
