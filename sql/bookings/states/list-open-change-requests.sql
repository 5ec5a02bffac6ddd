-- Open change requests at homes of an account, oldest first, with their number.
-- reads: properties: an owner sees the requests for all homes, by the day there
-- nullable: :homes, message, reason, closed_at
-- not null: total
select c.id, c.reservation_id, r.property_id, p.title, r.currency, c.change, c.message, c.reason, c.status, c.open_until, c.created_at, c.closed_at, c.by_company_link,
  count(*) over () as total
from properties p
join reservations r on r.property_id = p.id and r.check_out > (now() at time zone p.timezone)::date
join change_requests c on c.reservation_id = r.id and c.status = 'open'
where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))
  and c.open_until >= (now() at time zone p.timezone)::date
order by c.id
limit :limit
