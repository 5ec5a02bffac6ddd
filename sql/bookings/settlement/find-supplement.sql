-- Tells whether a reservation has a supplement.
-- optional
select id from supplements where id = :id and reservation_id = :reservation_id
