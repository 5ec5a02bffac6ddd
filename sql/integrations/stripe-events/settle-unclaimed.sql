-- Takes money off the list: it pays for a reservation, or went back.
-- nullable: :reservation_id
update unclaimed_payments set settled_at = now(), reservation_id = :reservation_id where payment_intent_id = :payment_intent_id
