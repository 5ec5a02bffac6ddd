-- Returns the arrival at a home, with its pictures; no row where nothing is written.
-- optional
-- nullable: wifi
select reveal_hours, wifi, texts, updated_at from arrivals where property_id = :property_id
