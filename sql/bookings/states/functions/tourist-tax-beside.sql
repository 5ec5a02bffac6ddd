-- Tourist tax of a stay of a channel beside its total: `excluded`, which the guest owes, or `withheld`, which the channel collects.
create or replace function tourist_tax_beside(quote jsonb, part text) returns bigint language sql immutable parallel safe as $$
  select coalesce(sum((line ->> 'amount_cents')::bigint), 0)::bigint
  from jsonb_array_elements(quote -> part) line where line ->> 'code' = 'tourist_tax'
$$;
