-- Records that a payment cannot be charged without the guest.
update charges set refused_at = now(), refusal = :refusal where payment_id = :payment_id
