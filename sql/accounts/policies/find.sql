-- One policy; a draft for administrators only.
-- optional
select id, type, title, locale, version, content, is_mandatory, status, effective_at, created_at, updated_at
from policies
where id = :policy_id and (status <> 'draft' or :is_admin::boolean)
