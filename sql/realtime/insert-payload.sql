-- Keeps a payload that is too long for a notification; it travels by reference.
-- one
insert into realtime_payloads (payload) values (:payload) returning id
