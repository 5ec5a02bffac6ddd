-- Withdraws the open change request of a stay, to make room for another.
update change_requests set status = 'withdrawn', closed_at = now() where reservation_id = :reservation_id and status = 'open'
