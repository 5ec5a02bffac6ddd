-- The sum of a reservation's supplements that is not billed. The reservation is locked before.
-- one
-- not null: total_cents
select coalesce(sum(amount_cents), 0)::bigint as total_cents
from supplements where reservation_id = :reservation_id and payment_id is null
