-- The tourist tax in the price of a stay, in cents.
create or replace function tourist_tax_of(quote jsonb) returns bigint language sql immutable
return (
  select coalesce(sum((line ->> 'amount_cents')::bigint), 0)::bigint
  from jsonb_array_elements(quote -> 'lines') line
  where line ->> 'code' = 'tourist_tax');
