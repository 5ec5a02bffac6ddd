-- Writes all fields of a season, as they were merged under a lock.
-- one
-- nullable: :description, :min_stay, :max_stay
update seasons
set property_id = :property_id, label = :label, description = :description, start_date = :start_date, end_date = :end_date,
    reduction_hundredths = :reduction_hundredths, min_stay = :min_stay, max_stay = :max_stay, policy = :policy, status = :status,
    updated_at = now()
where id = :season_id
returning id, property_id, label, description, start_date, end_date, reduction_hundredths, min_stay, max_stay, policy, status
