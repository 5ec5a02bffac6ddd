-- What decides whether one user may write to another; no row when there was never such a receiver.
-- optional
-- nullable: :property_id, :reservation_id, stay_home_id
-- not null: is_gone, is_staff, is_known, is_blocked, asks_owner, has_stay, is_their_home
select receiver.id, receiver.deleted_at is not null as is_gone,
  receiver.role in ('support', 'admin') as is_staff,
  exists (select from conversation_sides s where s.user_id = :sender_id and s.other_id = receiver.id) as is_known,
  exists (select from message_blocks b where b.user_id = receiver.id and b.blocked_id = :sender_id) as is_blocked,
  -- Anybody may ask who has a published home.
  exists (select from properties p
    where p.owner_id = receiver.id and p.status = 'published') as asks_owner,
  -- One of the two is the guest of the other, whatever became of the reservation.
  exists (select from reservations r join properties p on p.id = r.property_id
    where r.guest_id in (:sender_id, receiver.id) and p.owner_id in (:sender_id, receiver.id)) as has_stay,
  exists (select from properties p
    where p.id = :property_id and p.owner_id in (:sender_id, receiver.id)
      and (p.status = 'published' or exists (select from reservations r
        where r.property_id = p.id and r.guest_id in (:sender_id, receiver.id)))) as is_their_home,
  (select p.id from reservations r join properties p on p.id = r.property_id
    where r.id = :reservation_id and r.guest_id in (:sender_id, receiver.id) and p.owner_id in (:sender_id, receiver.id))
    as stay_home_id
from users receiver
where receiver.id = :receiver_id
