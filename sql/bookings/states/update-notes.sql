-- Writes down what a company and a guest say of a stay.
-- nullable: :note, :expected_arrival, :remarks
update reservations
set note = :note, labels = :labels, expected_arrival = :expected_arrival, remarks = :remarks, updated_at = now()
where id = :id
