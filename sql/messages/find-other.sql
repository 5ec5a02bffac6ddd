-- The other person of a conversation, or of one that could begin: what stands between the two, and whether the user could write.
-- `is_known`: they have a conversation.
-- optional
-- not null: is_gone, is_known, has_blocked, is_blocked, may_begin
select other.id, other.first_name, other.avatar, other.deleted_at is not null as is_gone,
  exists (select from conversation_sides s where s.user_id = :user_id and s.other_id = other.id) as is_known,
  exists (select from message_blocks b where b.user_id = :user_id and b.blocked_id = other.id) as has_blocked,
  exists (select from message_blocks b where b.user_id = other.id and b.blocked_id = :user_id) as is_blocked,
  other.role in ('support', 'admin')
    or exists (select from properties p where p.owner_id = other.id and p.status = 'published')
    or exists (select from reservations r join properties p on p.id = r.property_id
      where r.guest_id in (:user_id, other.id) and p.owner_id in (:user_id, other.id)) as may_begin
from users other
where other.id = :other_id and other.id <> :user_id
