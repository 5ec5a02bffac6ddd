-- The attachment of a message, whom it belongs to, and the time that decides whether its address has expired.
-- optional
-- nullable: property_id, owner_id
-- not null: now
select (select p.owner_id from properties p where p.id = m.property_id) as owner_id, sender_id, receiver_id, property_id, attachment, extract(epoch from now())::bigint as now
from messages m
where id = :message_id
