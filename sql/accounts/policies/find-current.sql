-- The published text of a type, in the reader's language if it exists.
-- optional
select id, type, title, locale, version, content, is_mandatory, status, effective_at, created_at, updated_at
from policies
where type = :type and status = 'published' and effective_at <= now()
order by locale = :locale desc, locale
limit 1
