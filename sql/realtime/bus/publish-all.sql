-- Notifies every node of several messages, in their order, at commit.
select pg_notify('sejour_realtime', m.message)
from unnest(:messages::text[]) with ordinality m (message, number)
order by m.number
