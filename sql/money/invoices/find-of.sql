-- The document of a payment, or of one of its refunds.
-- optional
-- nullable: :refund_id
select id, key, number from invoices
where payment_id = :payment_id and refund_id is not distinct from :refund_id::bigint and kind = :kind and change_id is null
