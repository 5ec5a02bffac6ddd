-- Extends the time in which a payment can be made a little beyond its checkout.
update payments set payable_until = to_timestamp(:payable_until_seconds::bigint)
where id = :payment_id and payable_until < to_timestamp(:payable_until_seconds::bigint)
