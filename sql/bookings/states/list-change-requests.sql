-- A page of the change requests of a stay, or one of them, newest first. An open one has expired after its last day.
-- not null: status, total
-- nullable: :request_id, message, reason, closed_at
select c.id, reservation_id, r.currency, change, c.message, reason, open_until, c.created_at, closed_at, c.by_company_link,
  case when c.status = 'open' and open_until < :today then 'expired' else c.status end as status, count(*) over () as total
from change_requests c join reservations r on r.id = c.reservation_id
where reservation_id = :reservation_id and (:request_id::bigint is null or c.id = :request_id)
order by c.id desc
limit :limit offset :offset
