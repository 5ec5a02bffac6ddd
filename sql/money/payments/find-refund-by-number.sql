-- The refund of an id of the provider.
-- optional
select id, payment_id, amount_cents from refunds where provider_refund_id = :provider_refund_id
