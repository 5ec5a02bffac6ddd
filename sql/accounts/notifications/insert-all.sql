-- Stores notifications in their order, and a copy for a member of a team only with the one that it is a copy of (`of`, its number); no row
-- for one whose key the user has already. Nodes of 0.1 and 0.2 are not shown types that they cannot read
-- (migrations/20261129000100_notifications.readable.sql).
-- not null: id, user_id, dedupe_key, created_at
with given as (
  select g.*, (
    select case t.release when '0.1' then null when '0.2' then timestamptz 'infinity' else '-infinity' end
    from notification_types t where t.name = g.type) as hidden_at
  from jsonb_to_recordset(:notifications::jsonb) as g
    (number integer, of integer, user_id bigint, account_id bigint, type notification_type, content jsonb, data jsonb, dedupe_key text)
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
