-- A home whose calendar the caller may see: a published one, or their own.
-- replica: yes
-- optional
-- nullable: :user_id
-- not null: today, is_own
select id, currency, (now() at time zone timezone)::date as today, coalesce(owner_id = :user_id::bigint, false) as is_own
from properties
where id = :property_id and (status = 'published' or owner_id = :user_id)
