-- Archives the published text, so that the next version can take its place.
-- nullable: :except_id
update policies set status = 'archived', updated_at = now()
where type = :type and locale = :locale and status = 'published' and id is distinct from :except_id::bigint
