-- True if the guest without an account of a stay is erased.
-- one
-- not null: is_erased
select exists (select from reservations where id = :reservation_id and guest_erased_at is not null) as is_erased
