-- The subscriptions of a user that have not ended.
select subscription_id from subscriptions where user_id = :user_id and status <> 'canceled'
