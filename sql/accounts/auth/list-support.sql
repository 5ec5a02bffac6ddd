-- The accounts to notify when a person has to act.
select id from users where role in ('support', 'admin') and deleted_at is null order by id
