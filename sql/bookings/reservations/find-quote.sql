-- One quote as it was given, and whether it has expired.
-- optional
-- not null: expired
select property_id, check_in, check_out, adults, children, infants, body, expires_at < now() as expired
from quotes
where id = :quote_id
