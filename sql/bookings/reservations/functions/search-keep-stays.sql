-- Keeps what a company finds stays by: the guest's name and the code of a channel, and how the guest is reached.
-- Without sequential scans: a plan that was made for few stays would read all of them for each one of an import.
create or replace function search_keep_stays(stays bigint[]) returns void language sql set enable_seqscan = off as $$
  insert into stay_search (reservation_id, owner_id, words, code, reach)
  select r.id, p.owner_id, coalesce(u.plain_name, c.plain_name), lower(r.ota_reservation_code),
    concat_ws(E'\n', lower(u.email), lower(c.email), '', u.phone_number, translate(c.phone, '+ ().-/', ''))
  from reservations r
  join properties p on p.id = r.property_id
  left join users u on u.id = r.guest_id
  left join contacts c on c.id = r.contact_id
  where r.id = any (stays)
  order by r.id
  on conflict (reservation_id) do update
  set owner_id = excluded.owner_id, words = excluded.words, code = excluded.code, reach = excluded.reach
  where (stay_search.owner_id, stay_search.words, stay_search.code, stay_search.reach)
    is distinct from (excluded.owner_id, excluded.words, excluded.code, excluded.reach);
$$;
