-- Locks channels until the commit, in the order given, which has to be the same everywhere: positions of their messages follow the commits.
select pg_advisory_xact_lock(hashtextextended('realtime ' || c.channel, 0))
from unnest(:channels::text[]) with ordinality c (channel, number)
order by c.number
