-- The prototype that the search is measured against, as it was proved: copies of what a search reads, without what would keep them.
-- Its statements stand in prototype-statements.sql. It is filled from floor.properties.
create schema prototype;
set search_path = prototype, floor, public;

-- 1. Codes: small numbers instead of texts. An unknown code in a request finds nothing; the application knows that
-- before it asks. The tables are read once by the application.
create table search_property_types as
  select id, row_number() over (order by position, id)::smallint as no from property_types;
create table search_room_types as select id, row_number() over (order by position, id)::smallint as no from room_types;
create table search_amenities as select id, (row_number() over (order by position, id) - 1)::smallint as bit from amenities;
create table search_countries as select id, row_number() over (order by id)::smallint as no from countries;
create table search_timezones as
  select timezone as name, row_number() over (order by timezone)::smallint as no
  from (select timezone from properties union select timezone from cities) zones;

create function search_amenity_bits(amenities text[]) returns bigint language sql stable parallel safe
  return (select coalesce(bit_or(1::bigint << bit), 0) from search_amenities where id = any (amenities));

-- 2. The taken nights as bits. Bit 0 is the night of `first`; the last bit is the last taken night, so there is no
-- horizon, and a home with twelve stays in the next year takes some 50 bytes. Nights after the end are free.
create function search_bits(busy datemultirange, first date) returns varbit language sql immutable parallel safe
  return coalesce((
    select string_agg(repeat('0', lower(r) - before) || repeat('1', upper(r) - lower(r)), '' order by r)
    from (select r, coalesce(lag(upper(r)) over (order by r), first) as before
      from unnest(busy * datemultirange(daterange(first, null))) r) ranges)::varbit, '');

-- 3. What decides whether a home matches: 160 bytes a row, clustered by city. The columns that nearly every request
-- reads come first, because a row is unpacked up to the last column that is read. No column is null.
create table search_homes (
  max_guests smallint not null,
  min_stay smallint not null,
  max_stay smallint not null,
  lead_time_days smallint not null,
  booking_window_days smallint not null,
  timezone smallint not null,
  busy_from date not null,              -- the night of bit 0
  changed_from date not null,           -- the first and last day with a row in calendar_days: only between them is that
  changed_to date not null,             -- table asked for rules of the arrival and the departure
  popularity double precision not null,
  busy varbit not null,
  id uuid not null,
  bedrooms smallint not null,
  bathrooms smallint not null,
  property_type smallint not null,
  room_type smallint not null,
  country smallint not null,
  rating smallint not null,             -- hundredths; -1: none
  instant_book boolean not null,
  amenities bigint not null,            -- bits
  base_price_cents bigint not null,
  created_at timestamptz not null,
  city_id text not null                 -- last: the index answers it
) with (fillfactor = 90);

insert into search_homes
select p.max_guests, least(p.min_stay, 32767), least(p.max_stay, 32767), least(p.lead_time_days, 32767),
  least(p.booking_window_days, 32767), z.no, current_date - 1, coalesce(lower(p.changed_days), 'infinity'),
  coalesce(upper(p.changed_days) - 1, '-infinity'), p.popularity, search_bits(p.busy, current_date - 1), p.id,
  least(p.bedrooms, 32767), least(p.bathrooms, 32767), t.no, r.no, c.no, coalesce(p.rating_average * 100, -1),
  p.instant_book, a.bits, p.base_price_cents, p.created_at, p.city_id
from properties p
join search_property_types t on t.id = p.property_type
join search_room_types r on r.id = p.room_type
join search_countries c on c.id = p.country_id
join search_timezones z on z.name = p.timezone
join (select amenities, search_amenity_bits(amenities) as bits from (select distinct amenities from properties) sets) a
  on a.amenities = p.amenities
where p.status = 'published'
order by p.city_id, p.id;
create index search_homes_city on search_homes (city_id);
create unique index search_homes_id on search_homes (id);

-- 4. What decides the price: read for the homes of the page, or for every match when the total filters, sorts or is
-- counted in facets. `seasons` has six numbers per active season: first and last day since 2000-01-01, reduction in
-- hundredths of a percent, shortest and longest stay, 1 for a reduction of the whole booking.
create table search_prices (
  id uuid not null,
  base_price_cents bigint not null,
  weekend_price_cents bigint not null,  -- the base price where there is none
  cleaning_fee_cents bigint not null,
  extra_guest_fee_cents bigint not null,
  changed_from date not null,
  changed_to date not null,
  season_from date not null,
  season_to date not null,
  included_guests smallint not null,
  weekend_bits smallint not null,
  seasons integer[],
  city_id text not null
) with (fillfactor = 90);

insert into search_prices
select p.id, p.base_price_cents, coalesce(p.weekend_price_cents, p.base_price_cents), p.cleaning_fee_cents, p.extra_guest_fee_cents,
  coalesce(lower(p.changed_days), 'infinity'), coalesce(upper(p.changed_days) - 1, '-infinity'),
  coalesce(s.first, 'infinity'), coalesce(s.last, '-infinity'), p.included_guests, p.weekend_bits, s.packed, p.city_id
from properties p
left join (
  select property_id, min(start_date) as first, max(end_date) as last, array_agg(v order by id, n) as packed
  from seasons
  cross join lateral (values (1, start_date - date '2000-01-01'), (2, end_date - date '2000-01-01'),
    (3, reduction_hundredths), (4, coalesce(min_stay, 1)), (5, coalesce(max_stay, 2147483647)),
    (6, (policy = 'booking')::integer)) numbers (n, v)
  where status = 'active'
  group by property_id
) s on s.property_id = p.id
where p.status = 'published'
order by p.city_id, p.id;
create unique index search_prices_id on search_prices (id);

-- 5. Counts for searches everywhere without dates: some 23,000 rows for a million homes, any combination of the four.
create table search_counts as
  select country, property_type, room_type, max_guests, count(*)::integer as homes from search_homes group by 1, 2, 3, 4;

-- 6. Texts: the distinct words, and per home the numbers of its words. A pattern without a space is contained in a text
-- exactly if it is contained in one of its words. (A pattern with spaces: look up each part, then check the text.)
create table search_words as
  select word, row_number() over (order by word)::integer as no
  from (select distinct w as word from properties, string_to_table(search_text, ' ') w where status = 'published') words;
create unique index search_words_word on search_words (word);
create index search_words_similar on search_words using gin (word gin_trgm_ops);
create table search_texts with (fillfactor = 90) as
  select h.max_guests, h.popularity, h.id, t.words, p.search_text
  from search_homes h
  join properties p on p.id = h.id
  join (
    select search_text, array_agg(distinct no) as words
    from (select distinct search_text from properties) texts
    cross join string_to_table(texts.search_text, ' ') w (word)
    join search_words using (word)
    group by search_text
  ) t on t.search_text = p.search_text
  order by h.city_id, h.id;
create index search_texts_words on search_texts using gin (words);
create index search_texts_similar on search_texts using gin (search_text gin_trgm_ops);

vacuum analyze search_homes;
vacuum analyze search_prices;
vacuum analyze search_words;
vacuum analyze search_texts;
vacuum analyze search_counts;

