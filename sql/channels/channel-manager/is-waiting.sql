-- Whether changed days wait that the channel manager was not told yet.
-- one
-- not null: waiting
select exists (select from channel_updates where not (isempty(days) and isempty(sending))) as waiting
