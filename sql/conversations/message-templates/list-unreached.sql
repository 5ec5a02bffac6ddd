-- Messages of templates that reached nobody in the last seven days, the latest first, with their number.
-- reads: states: a message is about a stay
-- reads: properties: an owner sees those of all homes
-- nullable: :homes, template_id
-- not null: total
select s.template_id, s.name, s.reservation_id, r.property_id, p.title, s.due_at, count(*) over () as total
from template_sendings s
join reservations r on r.id = s.reservation_id
join properties p on p.id = r.property_id
where s.status = 'skipped' and s.reason in ('unreachable', 'blocked', 'mail_limit')
  and s.due_at > now() - interval '7 days'
  and p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))
order by s.due_at desc, s.id desc
limit :limit
