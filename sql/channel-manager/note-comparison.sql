-- Notes that a room was compared.
update webhook_subscriptions set compared_on = :today where id = :subscription_id
