-- The notes of a company and a guest on a stay, locked until the end of the transaction.
-- optional
-- nullable: note, expected_arrival, remarks, contact_id
select id, note, labels, expected_arrival, remarks, contact_id from reservations where id = :reservation_id for update
