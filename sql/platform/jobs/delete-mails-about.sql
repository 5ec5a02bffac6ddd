-- Deletes the mails about some subjects, and the sent ones to some addresses. A job of several mails that are not all sent stays with those about others.
with shortened as (
  update pgboss.job j
  set data = jsonb_set(j.data, '{all}', (
    select coalesce(jsonb_agg(letter order by number), '[]') from jsonb_array_elements(j.data -> 'all') with ordinality l (letter, number)
    where coalesce(letter ->> 'about', '') <> all (:subjects::text[])))
  where j.state not in ('active', 'completed')
    and exists (select from jsonb_path_query(j.data, '$.all[*].about') subject where subject #>> '{}' = any (:subjects::text[]))
)
delete from pgboss.job j
where j.state <> 'active' and j.name like 'mail.%' and (
  j.data ->> 'about' = any (:subjects::text[])
  or j.state = 'completed' and (
    lower(j.data ->> 'to') = any (:addresses::text[])
    or exists (
      select from jsonb_path_query(j.data, '$.all[*]') letter
      where letter ->> 'about' = any (:subjects::text[]) or lower(letter ->> 'to') = any (:addresses::text[]))))
