-- The person whose tasks an address opens, while they are the account or in its team with one of these roles.
-- reads: auth: the calendar has the language of its person, and ends with either account
-- reads: team: the calendar ends when its person leaves the team
-- optional
select c.owner_id, c.user_id, u.locale
from task_calendars c
join users u on u.id = c.user_id
join users o on o.id = c.owner_id
where c.token = :token and o.deleted_at is null
  and (c.owner_id = c.user_id or exists (select from team_grants g where g.owner_id = c.owner_id and g.user_id = c.user_id and g.role = any (:roles)))
