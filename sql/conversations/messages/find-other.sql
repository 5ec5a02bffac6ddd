-- Another person, and what stands between them and a user; no row when there was never somebody else of that number.
-- `is_known`: they have a conversation. `may_begin`: the user has to do with them without one, and could begin one.
-- reads: auth: name and picture of the other person, and whether they are support
-- reads: properties, states: a guest and an owner may write to each other, and anybody to the owner of a published home
-- optional
-- not null: is_gone, is_known, has_blocked, is_blocked, may_begin
select other.id, other.first_name, other.avatar, other.deleted_at is not null as is_gone,
  exists (select from conversation_sides s where s.user_id = :user_id and s.other_id = other.id) as is_known,
  exists (select from message_blocks b where b.user_id = :user_id and b.blocked_id = other.id) as has_blocked,
  exists (select from message_blocks b where b.user_id = other.id and b.blocked_id = :user_id) as is_blocked,
  other.role in ('support', 'admin')
    -- Anybody may ask who has a published home.
    or exists (select from properties p where p.owner_id = other.id and p.status = 'published')
    -- One of the two is the guest of the other, whatever became of the reservation.
    or exists (select from reservations r join properties p on p.id = r.property_id
      where r.guest_id in (:user_id, other.id) and p.owner_id in (:user_id, other.id)
        and r.guest_id <> p.owner_id) as may_begin
from users other
where other.id = :other_id and other.id <> :user_id
