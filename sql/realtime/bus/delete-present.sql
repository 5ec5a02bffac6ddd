-- People who have left a node: a list of {channel, user_id}.
delete from realtime_presence p
using jsonb_to_recordset(:people) gone (channel text, user_id text)
where p.node = :node and p.channel = gone.channel and p.user_id = gone.user_id
