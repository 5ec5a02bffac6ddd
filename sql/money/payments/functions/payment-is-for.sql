-- True if a payment is for an owner, or if no owner is given. PostgreSQL inlines it to a range of an index.
create or replace function payment_is_for(payee_id bigint, owner_id bigint) returns boolean language sql immutable parallel safe
  return payee_id between coalesce(owner_id, 0) and coalesce(owner_id, 9223372036854775807);
