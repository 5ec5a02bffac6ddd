-- Subtracts a login attempt whose password was correct and resets the counter of the address. The counter of the
-- address is locked first, as in count-login.sql, so that two logins at once cannot deadlock.
with own as (delete from attempt_counters where key = :account || ' ' || :address returning key)
update attempt_counters c set count = c.count - 1
from (select count(*) as rows from own) forgiven
where c.key = :account and c.count > 0
