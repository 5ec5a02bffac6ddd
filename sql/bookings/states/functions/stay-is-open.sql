create or replace function stay_is_open(status reservation_status) returns boolean language sql immutable parallel safe
  return status in ('pending', 'confirmed', 'checked_in');
