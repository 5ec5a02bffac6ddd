-- The sum of a reservation's supplements that is not billed. The reservation is locked before.
-- one
-- not null: total_cents, has_damage
select coalesce(sum(amount_cents), 0)::bigint as total_cents, coalesce(bool_or(is_damage), false) as has_damage
from supplements where reservation_id = :reservation_id and payment_id is null
