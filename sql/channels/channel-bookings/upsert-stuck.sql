-- Notes that a revision cannot be taken, and why.
insert into stuck_revisions (revision_id, remote_property_id, kind, reason, release)
values (:revision_id, :remote_property_id, :kind, :reason, :release)
on conflict (revision_id) do update
set remote_property_id = excluded.remote_property_id, kind = excluded.kind, reason = excluded.reason, release = excluded.release, seen_at = now()
