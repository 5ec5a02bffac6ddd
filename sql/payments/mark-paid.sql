-- Notes that a payment has arrived; a refund that was already noted stands.
-- nullable: :payment_intent_id
update payments
set status = case when refunded_cents = 0 then 'paid' else status end,
    paid_at = coalesce(paid_at, now()),
    payment_intent_id = coalesce(:payment_intent_id, payment_intent_id),
    updated_at = now()
where id = :payment_id
returning id
