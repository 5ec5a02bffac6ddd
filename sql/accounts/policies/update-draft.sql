-- Changes a draft.
-- one
-- nullable: :effective_at
update policies
set title = :title, content = :content, is_mandatory = :is_mandatory, status = :status,
    effective_at = coalesce(:effective_at::timestamptz, effective_at), updated_at = now()
where id = :policy_id and status = 'draft'
returning id, type, title, locale, version, content, is_mandatory, status, effective_at, created_at, updated_at
