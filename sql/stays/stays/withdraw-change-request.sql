-- Withdraws the open wish of a stay, if there is one, for another to take its place.
update change_requests set status = 'withdrawn', closed_at = now() where reservation_id = :reservation_id and status = 'open'
