-- Stores a payload that is too long for a notification, which then carries its id.
-- one
insert into realtime_payloads (payload) values (:payload) returning id
