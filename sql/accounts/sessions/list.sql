-- The sessions of an account that go on, those used last first.
-- reads: auth: signing out everywhere raises the version of the tokens, and a signed-out session is listed as ended
select s.sid as id, s.device, s.address, s.created_at, s.seen_at, s.expires_at
from sessions s join users u on u.id = s.user_id
where s.user_id = :user_id and s.token_version = u.token_version and s.expires_at > now()
  and not exists (select from ended_sessions e where e.sid = s.sid)
order by s.seen_at desc, s.sid
