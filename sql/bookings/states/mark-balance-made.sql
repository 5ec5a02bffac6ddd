-- Notes that the balance of a stay was made and is collected; no row when that was noted before, by whatever node.
-- optional
update reservations set balance_made = true where id = :reservation_id and not balance_made returning id
