-- By title.
-- part of: list-of-owner
normalize_text(p.title), p.id
