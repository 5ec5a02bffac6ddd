-- What a user still has to accept: mandatory texts in force, each kind in his language if there is one.
select id, type, title, locale, version, content, is_mandatory, status, effective_at, created_at, updated_at
from (
  select distinct on (type) *
  from policies
  where status = 'published' and effective_at <= now()
  order by type, locale = :locale desc, locale
) current
where is_mandatory
  and not exists (select from policy_acceptances a where a.user_id = :user_id and a.policy_id = current.id)
order by type
