-- Messages that go out after the commit, in their order, each with its channel.
insert into realtime_outbox (channel, message)
select m.channel, m.message
from unnest(:channels::text[], :messages::text[]) with ordinality m (channel, message, number)
order by m.number
