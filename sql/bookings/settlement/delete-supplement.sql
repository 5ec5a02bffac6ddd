-- Deletes a supplement that is not billed yet.
-- optional
delete from supplements where id = :id and reservation_id = :reservation_id and payment_id is null returning id
