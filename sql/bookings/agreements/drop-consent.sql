-- Deletes a consent whose card was never kept: the guest pays without it.
delete from kept_cards where reservation_id = :reservation_id and kept_at is null
