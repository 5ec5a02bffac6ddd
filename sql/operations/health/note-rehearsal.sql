-- Notes whether the present start is a rehearsal.
update installation set is_rehearsal = :is_rehearsal, updated_at = now() where is_rehearsal <> :is_rehearsal
