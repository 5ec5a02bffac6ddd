-- Notes that the balance of a stay was made, by whatever node.
update reservations set balance_made = true where id = :reservation_id
