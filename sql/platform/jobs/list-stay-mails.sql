-- The mails with the link of one of some stays, as long as jobs keep them, without codes.
-- not null: content
select j.created_on, j.state::text as state, j.data -> 'content' #- '{code}' as content
from pgboss.job j
where j.name like 'mail.%' and lower(j.data ->> 'to') = any (:addresses::text[])
  and exists (select from unnest(:reservation_ids::text[]) id where strpos(j.data::text, '/stay/' || id || '.') > 0)
order by j.created_on
