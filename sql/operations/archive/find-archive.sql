-- The import of an archive, if there was one.
-- optional
select owner_id, imported_at from imported_archives where id = :id
