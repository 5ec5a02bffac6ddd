-- All nodes with the people who are present on them. A node without people has one row.
-- nullable: channel, user_id, info
select n.node, n.revision, p.channel, p.user_id, p.info
from realtime_nodes n
left join realtime_presence p on p.node = n.node
