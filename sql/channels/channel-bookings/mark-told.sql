-- Notes that people were notified of a revision that cannot be taken.
update stuck_revisions set told_at = now() where revision_id = :revision_id and told_at is null
