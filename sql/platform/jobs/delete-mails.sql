-- Deletes the mails to some addresses that wait, were sent or failed for good, and the sent ones to others that may name a person. A job of
-- several mails that are not all sent stays with those to others, or none: computed from the row, so that two erasures at once both hold.
with shortened as (
  update pgboss.job j
  set data = jsonb_set(j.data, '{all}', (
    select coalesce(jsonb_agg(letter order by number), '[]') from jsonb_array_elements(j.data -> 'all') with ordinality l (letter, number)
    where lower(letter ->> 'to') <> all (:addresses::text[])))
  where j.state not in ('active', 'completed')
    and exists (select from jsonb_path_query(j.data, '$.all[*].to') address where lower(address #>> '{}') = any (:addresses::text[]))
)
delete from pgboss.job j
where j.state <> 'active' and (
  lower(j.data ->> 'to') = any (:addresses::text[])
  or (j.state = 'completed' and j.name like 'mail.%' and (
    strpos(j.data ->> 'content', :first_name) > 0
    or exists (
      select from jsonb_path_query(j.data, '$.all[*]') letter
      where lower(letter ->> 'to') = any (:addresses::text[]) or strpos(letter ->> 'content', :first_name) > 0))))
