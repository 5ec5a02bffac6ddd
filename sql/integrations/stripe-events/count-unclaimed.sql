-- Counts the payments that nobody has claimed yet.
-- one
-- not null: unclaimed
select count(*) as unclaimed
from unclaimed_payments where settled_at is null
