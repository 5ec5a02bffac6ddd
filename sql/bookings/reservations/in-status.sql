-- Stays in a state.
-- part of: filters
and r.status = :status::reservation_status
