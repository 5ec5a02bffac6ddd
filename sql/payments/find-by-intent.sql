-- The payment of a payment intent.
select id, reservation_id from payments where payment_intent_id = :payment_intent_id
