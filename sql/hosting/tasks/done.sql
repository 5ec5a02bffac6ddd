-- Tasks that are done.
-- part of: list
and t.done_at is not null
