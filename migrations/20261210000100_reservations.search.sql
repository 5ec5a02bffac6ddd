-- migrate:up
-- Names, codes and addresses that a company finds its stays by (docs/design/domain.md, "Search in stays"). Writing to stays waits while this fills: some ten seconds for 300,000.
create table stay_search (
  reservation_id bigint primary key references reservations (id) on delete cascade,
  owner_id bigint not null,
  words text not null,
  code text,
  reach text not null
);

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
create or replace function search_stay_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_stays(array[new.id]);
  return null;
end $$;
create or replace function search_guest_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_stays(array(select id from reservations where guest_id = new.id));
  return null;
end $$;
create or replace function search_contact_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_stays(array(select id from reservations where contact_id = new.id));
  return null;
end $$;

create function search_stays_added() returns trigger language plpgsql as $$
begin
  perform search_keep_stays(array(select id from added));
  return null;
end $$;

create trigger reservations_search_added after insert on reservations referencing new table as added
  for each statement execute function search_stays_added();
create trigger reservations_search after update of property_id, guest_id, contact_id, ota_reservation_code on reservations
  for each row execute function search_stay_changed();
create trigger users_search after update of first_name, last_name, email, phone on users
  for each row when ((old.plain_name, old.email, old.phone) is distinct from (new.plain_name, new.email, new.phone))
  execute function search_guest_changed();
create trigger contacts_search after update of name, email, phone on contacts
  for each row when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone))
  execute function search_contact_changed();

select search_keep_stays(array(select id from reservations));
create index stay_search_owner on stay_search (owner_id, reservation_id);
create index stay_search_code on stay_search (code) where code is not null;
create index stay_search_words on stay_search using gin (words gin_trgm_ops);
create index stay_search_reach on stay_search using gin (reach gin_trgm_ops);
analyze stay_search;

-- migrate:down
drop trigger contacts_search on contacts;
drop trigger users_search on users;
drop trigger reservations_search on reservations;
drop trigger reservations_search_added on reservations;
drop function search_contact_changed();
drop function search_guest_changed();
drop function search_stay_changed();
drop function search_stays_added();
drop function search_keep_stays(bigint[]);
drop table stay_search;
