-- The next version of a text.
-- one
-- nullable: :effective_at
insert into policies (type, locale, version, title, content, is_mandatory, status, effective_at)
select :type, :locale, coalesce(max(version), 0) + 1, :title, :content, :is_mandatory, :status, coalesce(:effective_at::timestamptz, now())
from policies where type = :type::policy_type and locale = :locale::locale
returning id, type, title, locale, version, content, is_mandatory, status, effective_at, created_at, updated_at
