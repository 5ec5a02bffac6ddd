-- Puts money on the list of what nobody has claimed, once.
-- optional
-- nullable: :lost_reservation_id
insert into unclaimed_payments (payment_intent_id, amount_cents, currency, lost_reservation_id)
values (:payment_intent_id, :amount_cents, :currency, :lost_reservation_id)
on conflict do nothing
returning payment_intent_id
