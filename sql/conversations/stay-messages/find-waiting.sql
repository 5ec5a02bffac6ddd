-- Since when the guest of a stay waits for an answer in the conversation of the stay; no row without one.
-- optional
-- nullable: waiting_since
select stay_waits_since(t) as waiting_since from stay_threads t where t.reservation_id = :reservation_id
