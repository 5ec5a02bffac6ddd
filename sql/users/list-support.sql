-- The people to alert when something needs a human.
select id from users where role in ('support', 'admin') and deleted_at is null order by id
