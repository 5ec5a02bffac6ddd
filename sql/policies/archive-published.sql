-- The text that was in force makes room for the next.
-- nullable: :except_id
update policies set status = 'archived', updated_at = now()
where type = :type and locale = :locale and status = 'published' and id is distinct from :except_id::integer
