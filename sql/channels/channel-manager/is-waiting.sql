-- Tells whether there are changed days that the channel manager has not received yet.
-- one
-- not null: waiting
select exists (select from channel_updates where not (isempty(days) and isempty(sending))) as waiting
