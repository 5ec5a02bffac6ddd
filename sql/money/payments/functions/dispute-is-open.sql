-- True if a guest's bank has not decided yet. PostgreSQL inlines it.
create or replace function dispute_is_open(status text) returns boolean language sql immutable parallel safe
  return status is not null and status not in ('won', 'lost', 'warning_closed');
