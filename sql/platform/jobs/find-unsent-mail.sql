-- Tells whether a mail about a subject with a link still waits, or has failed.
-- optional
select j.id
from pgboss.job j
cross join lateral jsonb_array_elements(coalesce(j.data -> 'all', jsonb_build_array(j.data))) letter
where (j.name like 'mail.%' or j.name = 'dead-letters') and j.state <> 'completed'
  and letter ->> 'about' = :subject::text and letter -> 'content' ->> 'link' = :link::text
limit 1
