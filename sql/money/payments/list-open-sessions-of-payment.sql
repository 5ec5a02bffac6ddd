-- Attempts to pay one payment that can still be paid. `keeps_card`: of a guest without an account.
-- not null: keeps_card
select id, session_id, request -> 'customer_creation' is not null as keeps_card
from checkout_sessions where payment_id = :payment_id and closed_at is null order by id
