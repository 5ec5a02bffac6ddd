-- Notes an archive that is imported for an owner; no row when it was imported before.
-- optional
insert into imported_archives (id, owner_id, made_at) values (:id, :owner_id, :made_at) on conflict (id) do nothing returning id
