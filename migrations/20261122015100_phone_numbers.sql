-- migrate:up
-- The number of a phone as it is typed, without its grouping; null for a text that is no number.
create function phone_number(phone text) returns text language sql immutable parallel safe as $$
  select substring(regexp_replace(phone, '[\s().\-/]', '', 'g') from '^\+?\d{6,15}$')
$$;

-- A phone is any text. Its number is unique, and signs in.
drop index users_phone_key;
alter table users add column phone_number text generated always as (phone_number(phone)) stored;
create unique index users_phone_number_key on users (phone_number);

-- migrate:down
drop index users_phone_number_key;
-- Before, a phone was its number, or there was none.
update users set phone = phone_number where phone is distinct from phone_number;
alter table users drop column phone_number;
create unique index users_phone_key on users (phone);
drop function phone_number(text);
