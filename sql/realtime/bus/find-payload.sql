-- A payload that a notification refers to.
-- optional
select payload from realtime_payloads where id = :id
