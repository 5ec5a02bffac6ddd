-- Messages that go out after the commit, in their order: a list of {channel, message}.
insert into realtime_outbox (channel, message)
select given.channel, given.message
from jsonb_array_elements(:messages) with ordinality m (value, number), jsonb_to_record(m.value) given (channel text, message text)
order by m.number
