-- Without dates there is no price of a stay.
-- part of: page
priced as (select id, null::bigint as price_cents, rank from chosen),
