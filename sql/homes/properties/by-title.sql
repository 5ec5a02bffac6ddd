-- By title.
-- part of: list-of-owner
p.title, p.id
