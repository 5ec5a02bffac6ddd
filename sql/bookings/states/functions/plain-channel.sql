-- Spellings of a platform that name the same one: Booking.com, BookingCom.
create or replace function plain_channel(name text) returns text language sql immutable
  return regexp_replace(lower(name), '[\s[:punct:]]', '', 'g');
