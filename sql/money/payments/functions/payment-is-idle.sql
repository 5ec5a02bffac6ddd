-- Due, and no attempt is in progress.
create or replace function payment_is_idle(status payment_status) returns boolean language sql immutable parallel safe
  return status in ('unpaid', 'failed');
