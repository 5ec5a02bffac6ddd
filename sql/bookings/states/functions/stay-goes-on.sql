create or replace function stay_goes_on(status reservation_status) returns boolean language sql immutable parallel safe
  return status in ('confirmed', 'checked_in');
