-- Takes one count back: what was counted turned out well.
update attempt_counters set count = count - 1 where key = :key and count > 0
