-- The guest of a stay: an account, as it is now, or a contact. No row for an account before the stay was confirmed, a year after its
-- departure, or once it is erased.
create or replace function contact_of_stay(stay reservations)
returns table (name text, first_name text, last_name text, email text, phone text, language text, country text)
language sql stable as $$
  select c.name, c.first_name, c.last_name, c.email, c.phone, c.language, c.country_id
  from contacts c where c.id = stay.contact_id
  union all
  select trim(u.first_name || ' ' || u.last_name), u.first_name, u.last_name, u.email, u.phone, u.locale::text, u.country_id
  from users u
  where u.id = stay.guest_id and u.deleted_at is null and stay.check_out >= current_date - 365
    and exists (select from reservation_events e where e.reservation_id = stay.id and e.to_status = 'confirmed')
$$;
