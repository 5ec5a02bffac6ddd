-- The customer of a user at the provider, or the key to make one with.
-- one
-- nullable: customer_id
insert into customers as c (user_id) values (:user_id)
on conflict (user_id) do update set user_id = c.user_id
returning c.key, c.customer_id
