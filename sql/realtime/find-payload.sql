-- A payload that travelled by reference.
-- optional
select payload from realtime_payloads where id = :id
