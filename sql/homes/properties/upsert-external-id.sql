-- Remembers what an owner calls a home. A name whose home is gone is free for another one.
insert into imported_homes (owner_id, external_id, property_id) values (:owner_id, :external_id, :property_id)
on conflict (owner_id, external_id) do update set property_id = excluded.property_id, created_at = now()
