-- Without dates the price is that of a night.
-- part of: facets
priced as materialized (select id, property_type, base_price_cents as price_cents from chosen),
