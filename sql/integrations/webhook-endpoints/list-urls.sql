-- The addresses that an account has events sent to.
select url from webhook_endpoints where created_by = :user_id and disabled_at is null order by id
