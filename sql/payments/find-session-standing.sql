-- Whether a checkout is known, and whether its payment is.
-- one
-- not null: is_known, is_ours
select exists (select from checkout_sessions where session_id = :session_id) as is_known,
  exists (select from payments where key = :payment_key) as is_ours
