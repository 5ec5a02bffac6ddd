-- A page of the change requests of a stay, or one of them, newest first. An open one has expired after its last day.
-- not null: status, total
-- nullable: :request_id, message, reason, closed_at
select id, reservation_id, change, message, reason, open_until, created_at, closed_at,
  case when status = 'open' and open_until < :today then 'expired' else status end as status, count(*) over () as total
from change_requests
where reservation_id = :reservation_id and (:request_id::integer is null or id = :request_id)
order by id desc
limit :limit offset :offset
