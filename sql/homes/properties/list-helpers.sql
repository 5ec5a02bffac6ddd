-- Members who may write for the owner of a home, if the owner takes part in a conversation.
select m.user_id
from property_members m join properties p on p.id = m.property_id
where m.property_id = :property_id and 'messages' = any (m.rights) and p.owner_id in (:sender_id, :receiver_id)
order by m.user_id
