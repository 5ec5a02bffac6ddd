-- Deletes the mails to some addresses that wait, were sent or failed for good, and the sent ones to others that may name a person. A job of
-- several mails keeps those to others that are not sent yet.
with mails as (
  select j.name, j.id, coalesce(j.data -> 'all', jsonb_build_array(j.data)) as letters
  from pgboss.job j
  where j.state <> 'active' and (j.data ? 'to' or jsonb_typeof(j.data -> 'all') = 'array')
), kept as (
  select m.name, m.id, jsonb_agg(letter order by number) filter (where lower(letter ->> 'to') <> all (:addresses::text[])) as letters,
    count(*) filter (where lower(letter ->> 'to') = any (:addresses::text[])) as dropped,
    bool_or(strpos(letter ->> 'content', :first_name) > 0) as may_name
  from mails m, jsonb_array_elements(m.letters) with ordinality l (letter, number)
  group by m.name, m.id
), shortened as (
  update pgboss.job j set data = jsonb_set(j.data, '{all}', k.letters)
  from kept k
  where j.name = k.name and j.id = k.id and k.dropped > 0 and k.letters is not null and j.state not in ('active', 'completed')
)
delete from pgboss.job j using kept k
where j.name = k.name and j.id = k.id and j.state <> 'active'
  and (k.letters is null or j.state = 'completed' and (k.dropped > 0 or j.name like 'mail.%' and k.may_name))
