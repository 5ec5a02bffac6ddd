-- Deletes the keys of a user, with the answers that they keep.
delete from idempotency_keys where user_id = :user_id
