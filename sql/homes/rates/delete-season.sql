-- Deletes a season.
-- optional
delete from seasons where id = :season_id returning id
