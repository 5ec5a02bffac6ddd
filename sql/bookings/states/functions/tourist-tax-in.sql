-- The tourist tax in the price of a stay, in cents, as a row, so that lists of thousands of stays call no function for each.
create or replace function tourist_tax_in(quote jsonb) returns table (cents bigint) language sql immutable parallel safe
begin atomic
  select coalesce(sum(line::bigint), 0)::bigint
  from jsonb_path_query(quote, '$.lines[*] ? (@.code == "tourist_tax").amount_cents') line;
end;
