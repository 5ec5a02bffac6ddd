-- Users whose sockets were closed since a time. The minute before it is for transactions that ended later than they wrote.
select user_id from realtime_revocations where revoked_at > :since::timestamptz - interval '1 minute'
