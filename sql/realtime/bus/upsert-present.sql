-- People who have become present on a node: a list of {channel, user_id, info}.
insert into realtime_presence (node, channel, user_id, info)
select :node, given.channel, given.user_id, given.info
from jsonb_to_recordset(:people) given (channel text, user_id text, info text)
on conflict (node, channel, user_id) do update set info = excluded.info
