-- Empties what was asked of the provider for the payments of a user: it names them.
update checkout_sessions set request = '{}'
where payment_id in (select id from payments where payer_id = :user_id)
