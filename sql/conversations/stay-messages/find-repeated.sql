-- A message that the guest of a stay has written here with the same words within the last minute.
-- optional
select id from stay_messages
where reservation_id = :reservation_id and from_guest and source = 'site' and content = :content
  and created_at > now() - interval '1 minute'
limit 1
