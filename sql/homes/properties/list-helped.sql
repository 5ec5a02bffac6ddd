-- The homes of an owner that somebody helps with, and in which of them they may write for the owner.
-- not null: may_write
select p.id, 'messages' = any (m.rights) as may_write
from property_members m join properties p on p.id = m.property_id
where m.user_id = :user_id and p.owner_id = :owner_id
