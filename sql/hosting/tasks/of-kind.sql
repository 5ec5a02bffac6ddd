-- Tasks of a kind.
-- part of: list
and t.kind = :kind
