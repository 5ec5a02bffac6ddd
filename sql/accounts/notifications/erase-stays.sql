-- Deletes what a company was notified of about some stays: it names the guest.
delete from notifications
where coalesce(account_id, user_id) = :owner_id and (data ->> 'reservation_id')::bigint = any (:reservation_ids::bigint[])
