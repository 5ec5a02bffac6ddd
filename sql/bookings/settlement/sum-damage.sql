-- Returns the sum of the supplements of a stay that are for damage, paid or not.
-- one
-- not null: total_cents
select coalesce(sum(amount_cents), 0)::bigint as total_cents from supplements where reservation_id = :reservation_id and is_damage
