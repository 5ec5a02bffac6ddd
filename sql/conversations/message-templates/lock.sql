-- A template of an account, locked until the end of the transaction.
-- optional
-- nullable: property_ids
select id, name, property_ids, trigger, days, hour, texts, is_active, created_at
from message_templates
where id = :id and owner_id = :owner_id
for update
