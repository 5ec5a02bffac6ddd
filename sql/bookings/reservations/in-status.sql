-- Stays in a state.
-- part of: list
and r.status = :status::reservation_status
