-- The password was right: the address starts afresh with this account, and the try does not count. The address's row
-- goes first, as when a try is counted, so that two at once never wait for each other.
with own as (delete from attempt_counters where key = :account || ' ' || :address returning key)
update attempt_counters c set count = c.count - 1
from (select count(*) as rows from own) forgiven
where c.key = :account and c.count > 0
