-- The latest step in the history of a stay.
-- optional
select id from reservation_events where reservation_id = :reservation_id order by id desc limit 1
