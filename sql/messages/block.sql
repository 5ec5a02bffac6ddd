-- Blocks a user; no row when there is no such account, or none that the user has to do with: who they write with, who
-- stays with whom, owners of published homes, and the staff.
-- optional
with known as (
    select u.id from users u
    where u.id = :blocked_id and u.deleted_at is null and (
      u.role in ('support', 'admin')
      or exists (select from conversation_sides s where s.user_id = :user_id and s.other_id = u.id)
      or exists (select from properties p where p.owner_id = u.id and p.status = 'published')
      or exists (select from reservations r join properties p on p.id = r.property_id
        where r.guest_id in (:user_id, u.id) and p.owner_id in (:user_id, u.id) and r.guest_id <> p.owner_id))
  ),
  blocked as (
    insert into message_blocks (user_id, blocked_id) select :user_id, id from known
    on conflict (user_id, blocked_id) do nothing
  )
select id from known
