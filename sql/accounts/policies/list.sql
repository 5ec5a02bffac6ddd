-- Policies, newest version first; drafts for administrators only.
-- nullable: :type, :locale, :status
-- not null: total
select id, type, title, locale, version, content, is_mandatory, status, effective_at, created_at, updated_at, count(*) over () as total
from policies
where (:type::policy_type is null or type = :type)
  and (:locale::locale is null or locale = :locale)
  and (:status::policy_status is null or status = :status)
  and (status = 'published' or :is_admin::boolean)
order by type, locale, version desc
limit :limit offset :offset
