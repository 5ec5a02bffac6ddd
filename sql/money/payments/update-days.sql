-- The payments of a stay show its days as they are now.
update payments set check_in = :check_in, check_out = :check_out, updated_at = now()
where reservation_id = :reservation_id
