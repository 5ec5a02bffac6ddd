-- Stores notifications in their order, and a copy for a member of a team only with the one that it is a copy of (`of`, its number); no row
-- for one whose key the user has already. Nodes of 0.1 are not shown types that they cannot read.
-- not null: id, user_id, dedupe_key, created_at
with given as (
  select g.*, (select timestamptz 'infinity' from notification_types t where t.name = g.type and t.release <> '0.1') as hidden_at
  from jsonb_to_recordset(:notifications::jsonb) as g
    (number integer, of integer, user_id integer, account_id integer, type notification_type, content jsonb, data jsonb, dedupe_key text)
), made as (
  insert into notifications (user_id, account_id, type, content, data, dedupe_key, hidden_at)
  select user_id, account_id, type, content, data, dedupe_key, hidden_at from given where of is null order by number
  on conflict (user_id, dedupe_key) do nothing
  returning id, user_id, dedupe_key, created_at
), copied as (
  insert into notifications (user_id, account_id, type, content, data, dedupe_key, hidden_at)
  select c.user_id, c.account_id, c.type, c.content, c.data, c.dedupe_key, c.hidden_at
  from given c
  join given g on g.number = c.of
  join made m on m.user_id = g.user_id and m.dedupe_key = g.dedupe_key
  order by c.number
  on conflict (user_id, dedupe_key) do nothing
  returning id, user_id, dedupe_key, created_at
)
select id, user_id, dedupe_key, created_at from made
union all
select id, user_id, dedupe_key, created_at from copied
