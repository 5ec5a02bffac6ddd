-- Checkout sessions of a reservation that nobody has paid.
-- not null: session_id
select session_id from payments where reservation_id = :reservation_id and session_id is not null and paid_at is null
