-- Deletes what a guest has written of their stays, and what their companies have.
with reasons as (
  update reservation_events set reason = null where actor_id = :user_id and actor = 'guest' and reason is not null
), requests as (
  update change_requests c set message = null
  from reservations r
  where r.guest_id = :user_id and c.reservation_id = r.id and c.message is not null
)
update reservations set message = null, remarks = null, note = null where guest_id = :user_id
