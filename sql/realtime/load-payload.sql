-- A payload that travelled by reference.
select payload from realtime_payloads where id = :id
