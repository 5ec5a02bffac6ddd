-- Counts what was received of the price now: refunds take from what was above the price first.
create or replace function credited_of(was stay_sums, kept_cents bigint) returns bigint language sql immutable parallel safe as $$
  select was.credited_cents + case when kept_cents >= was.kept_cents then kept_cents - was.kept_cents
    else -least(was.kept_cents - kept_cents, greatest(0, was.credited_cents - was.price_cents)) end
$$;
