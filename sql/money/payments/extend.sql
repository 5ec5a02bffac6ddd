-- Has a payment that can be made until a time be payable a little longer than its checkout lasts.
update payments set payable_until = to_timestamp(:payable_until_seconds::bigint)
where id = :payment_id and payable_until < to_timestamp(:payable_until_seconds::bigint)
