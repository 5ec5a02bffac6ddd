-- The attachment of a message, the two whom it belongs to, and the time that decides whether its address has expired.
-- optional
-- nullable: property_id
-- not null: now
select sender_id, receiver_id, property_id, attachment, extract(epoch from now())::bigint as now
from messages
where id = :message_id
