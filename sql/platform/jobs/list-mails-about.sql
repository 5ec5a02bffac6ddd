-- The mails about some subjects to some addresses, as long as jobs keep them, without codes.
-- not null: content
select j.created_on, j.state::text as state, letter -> 'content' #- '{code}' as content
from pgboss.job j
cross join lateral jsonb_array_elements(coalesce(j.data -> 'all', jsonb_build_array(j.data))) letter
where j.name like 'mail.%' and letter ->> 'about' = any (:subjects::text[]) and lower(letter ->> 'to') = any (:addresses::text[])
order by j.created_on
