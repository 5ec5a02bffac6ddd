-- Tells whether there is something that is no event yet.
-- one
-- not null: waiting
select exists (select from event_facts) or exists (select from event_days) as waiting
