-- Tasks that are not done.
-- part of: list
and t.done_at is null
