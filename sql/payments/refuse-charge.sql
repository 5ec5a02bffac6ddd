-- Records, once, that a payment cannot be charged without the guest.
-- optional
update charges set refused_at = now(), refusal = :refusal
where payment_id = :payment_id and refused_at is null
returning payment_id
