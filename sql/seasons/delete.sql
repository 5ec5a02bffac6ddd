-- Deletes a season.
delete from seasons where id = :season_id returning id
