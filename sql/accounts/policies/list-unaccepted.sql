-- Mandatory published texts that a user has not accepted, each in their language if it exists.
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
