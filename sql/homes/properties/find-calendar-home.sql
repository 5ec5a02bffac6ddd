-- A home whose calendar the caller may see: a published one, or where they may change it.
-- stale: yes
-- optional
-- nullable: :user_id
-- not null: today, is_own
select id, currency, (now() at time zone timezone)::date as today,
  :user_id::integer is not null and may(:user_id, id, 'calendar') as is_own
from properties
where id = :property_id and (status = 'published' or may(:user_id, id, 'calendar'))
