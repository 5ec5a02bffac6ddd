-- A revision that could not be taken. It is seen again.
-- optional
-- nullable: told_at
update stuck_revisions set seen_at = now() where revision_id = :revision_id
returning kind, reason, release, told_at
