-- The number of a phone as it is typed, without its grouping; null for a text that is no number.
create or replace function phone_number(phone text) returns text language sql immutable parallel safe as $$
  select substring(regexp_replace(phone, '[\s().\-/]', '', 'g') from '^\+?\d{6,15}$')
$$;
