-- One season, locked until the end of the transaction.
-- optional
select id, property_id, label, description, start_date, end_date, reduction_hundredths, min_stay, max_stay, policy, status from seasons where id = :season_id
for update
