-- Taxes and fees of a stay of a channel that its total does not include.
create or replace function excluded_of(quote jsonb) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum((line ->> 'amount_cents')::bigint), 0)::bigint from jsonb_array_elements(quote -> 'excluded') line
$$;
