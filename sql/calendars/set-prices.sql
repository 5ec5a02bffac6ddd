-- Writes what is given for every day of a range, and keeps what else the days say.
-- nullable: :price_cents, :cleaning_fee_cents, :extra_guest_fee_cents
insert into calendar_days as c (property_id, day, price_cents, cleaning_fee_cents, extra_guest_fee_cents)
select :property_id, :start_date::date + i, :price_cents, :cleaning_fee_cents, :extra_guest_fee_cents
from generate_series(0, :end_date::date - :start_date::date) i
on conflict (property_id, day) do update
set price_cents = coalesce(excluded.price_cents, c.price_cents),
    cleaning_fee_cents = coalesce(excluded.cleaning_fee_cents, c.cleaning_fee_cents),
    extra_guest_fee_cents = coalesce(excluded.extra_guest_fee_cents, c.extra_guest_fee_cents)
