-- A revision that was taken is stuck no more.
delete from stuck_revisions where revision_id = :revision_id
