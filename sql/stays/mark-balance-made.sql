-- Notes that the balance of a stay was made, by whatever node.
update reservations r set balance_made = true
where r.id = :reservation_id and exists (select from payments b where b.reservation_id = r.id and b.kind = 'balance')
