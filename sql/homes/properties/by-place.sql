-- Orders homes by city, then by title.
-- part of: list-of-owner
normalize_text(c.name), normalize_text(p.title), p.id
