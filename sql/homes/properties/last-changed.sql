-- The homes changed last come first.
-- part of: list-of-owner
p.updated_at desc, p.id
