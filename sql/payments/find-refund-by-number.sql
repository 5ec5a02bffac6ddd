-- The refund behind a number of the provider.
-- optional
select id, payment_id, amount_cents from refunds where provider_refund_id = :provider_refund_id
