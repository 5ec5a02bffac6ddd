-- Records the webhook of a subscription at the channel manager.
-- nullable: :remote_webhook_id
update webhook_subscriptions set remote_webhook_id = :remote_webhook_id where id = :webhook_id
