-- Erases a user: everything that identifies them is deleted, and the row stays for the reservations that accounting
-- needs. Its name and address become random, so nobody can have registered them before.
with identities as (delete from oauth_identities where user_id = :user_id),
  told as (delete from notifications where user_id = :user_id),
  settings as (delete from notification_settings where user_id = :user_id),
  verifications as (delete from email_verifications where user_id = :user_id),
  resets as (delete from password_resets where user_id = :user_id),
  addresses as (delete from familiar_addresses where user_id = :user_id),
  undos as (delete from account_undos where user_id = :user_id),
  checkouts as (
    update checkout_sessions set request = '{}'
    where payment_id in (select p.id from payments p join reservations r on r.id = p.reservation_id where r.guest_id = :user_id)
  ),
  blocks as (delete from message_blocks where user_id = :user_id),
  attachments as (update messages set attachment = null where sender_id = :user_id and attachment is not null),
  -- Neither of two is mailed what they have missed when one of them is gone.
  unmailed as (
    update conversation_sides set mail_due_at = null
    where (user_id, other_id) in (
      select s.user_id, s.other_id from conversation_sides s where s.user_id = :user_id
      union all select s.other_id, s.user_id from conversation_sides s where s.user_id = :user_id)
  ),
  keys as (delete from idempotency_keys where user_id = :user_id),
  favourites as (delete from favorites where user_id = :user_id),
  counters as (
    delete from attempt_counters c using users u where u.id = :user_id and right(c.key, length(u.email) + 1) = ' ' || lower(u.email)
  ),
  acceptances as (update policy_acceptances set ip = null, user_agent = null where user_id = :user_id),
  wishes as (update reservations set message = null where guest_id = :user_id and message is not null),
  reasons as (update reservation_events set reason = null where actor_id = :user_id and actor = 'guest' and reason is not null),
  feeds as (delete from calendar_feeds where property_id in (select id from properties where owner_id = :user_id))
update users
set username = 'deleted-' || gen_random_uuid(), first_name = '', last_name = '', job = null, location = null, country_id = null, phone = null,
    email = 'deleted-' || gen_random_uuid() || '@deleted.invalid', email_verified_at = null, password_hash = null, avatar = null,
    role = 'user', token_version = token_version + 1, mail_key = gen_random_uuid(), deleted_at = now(), updated_at = now()
where id = :user_id
returning id
