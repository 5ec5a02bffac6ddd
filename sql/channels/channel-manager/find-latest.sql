-- The subscription of a home with this id, or its latest one.
-- optional
-- nullable: :webhook_id
select id, callback_url, headers, request_params, send_data, secret_version
from webhook_subscriptions
where property_id = :property_id and (:webhook_id::uuid is null or id = :webhook_id)
order by created_at desc, id desc
limit 1
