-- Refunds that failed and that no later one has made up for. PostgreSQL inlines it.
create or replace function failed_refunds() returns table (payment_id bigint) language sql stable parallel safe as $$
  select f.payment_id from refunds f
  where f.status = 'failed'
    and not exists (
      select from refunds g where g.payment_intent_id = f.payment_intent_id and g.id > f.id and g.status <> 'failed')
$$;
