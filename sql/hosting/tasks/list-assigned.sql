-- The open tasks of somebody for an account from a month ago on; an address that is read often reads them.
-- reads: properties: an entry in the calendar names the home
-- replica: yes
-- not null: changes
select t.id, t.day, t.kind, p.title, t.updated_at, extract(epoch from t.updated_at - t.created_at)::integer as changes
from tasks t
join properties p on p.id = t.property_id
where t.assignee_id = :user_id and p.owner_id = :owner_id and t.day > current_date - 30 and t.done_at is null
order by t.day, t.id
limit 2000
