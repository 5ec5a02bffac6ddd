-- The provider's number of a refund.
update refunds set provider_refund_id = :provider_refund_id, updated_at = now() where id = :refund_id
