-- Attempts to pay one payment that can still be paid.
select id, session_id from checkout_sessions where payment_id = :payment_id and closed_at is null order by id
