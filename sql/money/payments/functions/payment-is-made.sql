create or replace function payment_is_made(status payment_status) returns boolean language sql immutable parallel safe
  return status in ('paid', 'partially_refunded', 'refunded');
