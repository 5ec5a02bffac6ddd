-- Subtracts an attempt that was successful.
update attempt_counters set count = count - 1 where key = :key and count > 0
