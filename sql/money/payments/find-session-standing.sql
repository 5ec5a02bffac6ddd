-- Tells whether a checkout is known, and whether its payment is, or the deposit whose balance it pays.
-- one
-- not null: is_known, is_ours
select exists (select from checkout_sessions where session_id = :session_id) as is_known,
  exists (select from payments where key = :payment_key)
    or exists (select from payments where balance_key(key) = :payment_key and rest_cents is not null) as is_ours
