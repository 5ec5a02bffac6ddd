-- The templates of an account.
-- nullable: property_ids
select id, name, property_ids, trigger, days, hour, texts, is_active, created_at
from message_templates
where owner_id = :owner_id
order by id
