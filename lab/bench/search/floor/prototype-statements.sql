-- The statements of the prototype; their parameters are in the comments after them.

-- 7. The statements. The application writes only the conditions that a request has; all values are parameters, so each
-- shape is prepared once. Each works with a generic plan:
-- - `bit_count(...) < 1` is estimated at a third of the rows; `= 0` would be estimated at one in two hundred, and every
--   join after it would be planned for one row.
-- - The price of a home is computed without joins, by sub-selects that run only for homes with a season or a changed
--   day within the stay. The plan then does not depend on estimates.
-- - Days ahead are compared with the UTC day; only at the limits of a home is its own time zone asked.
-- A second statement reads what the page shows (title, pictures, city) for the twenty ids.

-- page and count without dates
prepare plain_page (text, smallint, bigint, bigint) as
with matches as materialized (
  select h.id, h.popularity from search_homes h
  where h.city_id = $1::text
    and h.max_guests >= $2::smallint
),
page as materialized (
  select h.id, h.popularity, h.rating, h.created_at, h.base_price_cents as price_cents
  from (select id from matches order by popularity desc, id limit $3::bigint offset $4::bigint) chosen
  join search_homes h on h.id = chosen.id
)
select id, null::bigint as price_total_cents, (select count(*) from matches) as total
from (values (true)) always left join page on true order by popularity desc, id;
-- parameters in this example: X | 2 | 20 | 0

-- page and count with dates: exact totals for the homes of the page only
prepare dated_page (date, date, integer, text, smallint, integer, date[], bigint, bigint, integer, integer, integer, integer) as
with matches as materialized (
  select h.id, h.popularity from search_homes h
  where h.city_id = $4::text
    and h.max_guests >= $5::smallint
    and case when h.lead_time_days < $6::integer and h.booking_window_days > $6::integer then true
      else $1::date - ($7::date[])[h.timezone] between h.lead_time_days and h.booking_window_days end
    and bit_count(substring(h.busy, $1::date - h.busy_from + 1, $3::integer)) < 1
    and case when $1::date between h.changed_from and h.changed_to then coalesce((
        select $3::integer between coalesce(d.min_stay, h.min_stay) and coalesce(d.max_stay, h.max_stay) and not coalesce(d.closed_to_arrival, false)
        from calendar_days d where d.property_id = h.id and d.day = $1::date), $3::integer between h.min_stay and h.max_stay)
      else $3::integer between h.min_stay and h.max_stay end
    and case when $2::date between h.changed_from and h.changed_to then coalesce((
        select not coalesce(d.closed_to_departure, false) from calendar_days d where d.property_id = h.id and d.day = $2::date), true) else true end
),
page as materialized (
  select h.id, h.popularity, h.rating, h.created_at, q.base_price_cents, q.weekend_price_cents, q.weekend_bits, q.cleaning_fee_cents, q.extra_guest_fee_cents,
    greatest(0, $10::integer - q.included_guests) as extra_guests, q.seasons, q.city_id,
    q.changed_from < $2::date and q.changed_to >= $1::date as changed, q.season_from, q.season_to
  from (select id from matches order by popularity desc, id limit $8::bigint offset $9::bigint) chosen
  join search_homes h on h.id = chosen.id
  join search_prices q on q.id = h.id
),
seasonal as (
  select m.*, case when m.season_from < $2::date and m.season_to >= $1::date then (
      select array[10000 - min(rank) filter (where policy = 1 and first <= 0 and after > 0) % 10001,
        count(*) filter (where policy = 0), greatest(0, max(first) filter (where policy = 0)),
        least($3::integer, max(after) filter (where policy = 0)), max(hundredths) filter (where policy = 0)]
      from (
        select m.seasons[i] - ($1::date - date '2000-01-01') as first, m.seasons[i + 1] - ($1::date - date '2000-01-01') + 1 as after,
          m.seasons[i + 2] as hundredths, m.seasons[i + 5] as policy,
          (m.seasons[i + 1] - m.seasons[i]) * 10001::bigint + 10000 - m.seasons[i + 2] as rank
        from generate_series(1, cardinality(m.seasons), 6) i
        where m.seasons[i] < $2::date - date '2000-01-01' and m.seasons[i + 1] >= $1::date - date '2000-01-01'
          and $3::integer between m.seasons[i + 3] and m.seasons[i + 4]
      ) s) end as b
  from page m offset 0
),
-- Night by night, where days are changed or several seasons meet: price, discount, extra guests, cleaning.
nightly as (
  select m.*, case when m.changed or (m.b[2] > 1 and m.b[1] is null) then (
      select array[sum(price), sum((price * coalesce(hundredths, 0) + 5000) / 10000), sum(extra), max(cleaning)]::bigint[]
      from (
        select coalesce(d.price_cents, case when m.weekend_bits >> (($11::integer + i) % 7) & 1 = 1 then m.weekend_price_cents else m.base_price_cents end) as price,
          coalesce(d.extra_guest_fee_cents, m.extra_guest_fee_cents) as extra,
          case when i = 0 then d.cleaning_fee_cents end as cleaning,
          case when m.b[2] > 0 then (select 10000 - min((m.seasons[k + 1] - m.seasons[k]) * 10001::bigint + 10000 - m.seasons[k + 2]) % 10001
            from generate_series(1, cardinality(m.seasons), 6) k
            where m.seasons[k + 5] = 0 and $1::date + i - date '2000-01-01' between m.seasons[k] and m.seasons[k + 1]
              and $3::integer between m.seasons[k + 3] and m.seasons[k + 4]) end as hundredths
        from generate_series(0, $3::integer - 1) i
        left join (select * from calendar_days where property_id = m.id and day >= $1::date and day < $2::date offset 0) d on d.day = $1::date + i
      ) nights) end as s
  from seasonal m offset 0
),
stays as (
  select m.*, coalesce(s[1], m.base_price_cents * $3::integer + (m.weekend_price_cents - m.base_price_cents)
      * ($3::integer / 7 * bit_count(m.weekend_bits::integer::bit(7)) + bit_count((m.weekend_bits & $12::integer)::bit(7)))) as before
  from nightly m offset 0
),
reduced as (
  select m.*, before - case
      when b is null then coalesce(s[2], 0)
      when b[1] is not null then (before * b[1] + 5000) / 10000
      when s is not null then s[2]
      when b[2] = 1 then (
        select (m.base_price_cents * b[5] + 5000) / 10000 * (b[4] - b[3] - w) + (m.weekend_price_cents * b[5] + 5000) / 10000 * w
        from (select (b[4] - b[3]) / 7 * bit_count(m.weekend_bits::integer::bit(7))
          + bit_count((m.weekend_bits & ('{0,1,3,7,15,31,63,0,2,6,14,30,62,126,0,4,12,28,60,124,125,0,8,24,56,120,121,123,0,16,48,112,113,115,119,0,32,96,97,99,103,111,0,64,65,67,71,79,95}'::integer[])[($11::integer + b[3]) % 7 * 7 + (b[4] - b[3]) % 7 + 1])::bit(7)) as w) weekend)
      else 0 end as net
  from stays m offset 0
),
priced as (
  select m.*,
    net + m.extra_guests * coalesce(s[3], m.extra_guest_fee_cents * $3::integer) + coalesce(s[4], m.cleaning_fee_cents)
      + case when tax.id is null then 0
          when tax.tax_per_adult_night_cents is not null then tax.tax_per_adult_night_cents * $13::integer * $3::integer
          else $13::integer * $3::integer * least(coalesce(tax.tax_cap_cents, 9007199254740991),
            (2 * net * tax.tax_percent_hundredths + $3::integer * $10::integer * 10000::bigint)
              / (2 * $3::integer * $10::integer * 10000::bigint)) end as price_cents
  from reduced m
  left join (select id, tax_per_adult_night_cents, tax_percent_hundredths, tax_cap_cents from cities
    where (tax_per_adult_night_cents is not null or tax_percent_hundredths is not null) and id = $4::text offset 0) tax on tax.id = m.city_id
)
select id, price_cents as price_total_cents, (select count(*) from matches) as total
from (values (true)) always left join priced on true order by popularity desc, id;
-- parameters in this example: 2027-03-02 | 2027-03-09 | 7 | X | 2 | 100 | <today in every time zone> | 20 | 0 | 2 | 1 | 0 | 2

-- with dates, filtered and ordered by the total of the stay: every match is priced
prepare dated_by_total (date, date, integer, text, smallint, integer, date[], bigint, bigint, integer, bigint, bigint, integer, integer, integer) as
with matches as materialized (
  select h.id, h.property_type, h.popularity, h.rating, h.created_at, q.base_price_cents, q.weekend_price_cents, q.weekend_bits, q.cleaning_fee_cents, q.extra_guest_fee_cents,
    greatest(0, $10::integer - q.included_guests) as extra_guests, q.seasons, q.city_id,
    q.changed_from < $2::date and q.changed_to >= $1::date as changed, q.season_from, q.season_to
  from search_homes h join search_prices q on q.id = h.id
  where h.city_id = $4::text
    and h.max_guests >= $5::smallint
    and case when h.lead_time_days < $6::integer and h.booking_window_days > $6::integer then true
      else $1::date - ($7::date[])[h.timezone] between h.lead_time_days and h.booking_window_days end
    and bit_count(substring(h.busy, $1::date - h.busy_from + 1, $3::integer)) < 1
    and case when $1::date between h.changed_from and h.changed_to then coalesce((
        select $3::integer between coalesce(d.min_stay, h.min_stay) and coalesce(d.max_stay, h.max_stay) and not coalesce(d.closed_to_arrival, false)
        from calendar_days d where d.property_id = h.id and d.day = $1::date), $3::integer between h.min_stay and h.max_stay)
      else $3::integer between h.min_stay and h.max_stay end
    and case when $2::date between h.changed_from and h.changed_to then coalesce((
        select not coalesce(d.closed_to_departure, false) from calendar_days d where d.property_id = h.id and d.day = $2::date), true) else true end
),
seasonal as (
  select m.*, case when m.season_from < $2::date and m.season_to >= $1::date then (
      select array[10000 - min(rank) filter (where policy = 1 and first <= 0 and after > 0) % 10001,
        count(*) filter (where policy = 0), greatest(0, max(first) filter (where policy = 0)),
        least($3::integer, max(after) filter (where policy = 0)), max(hundredths) filter (where policy = 0)]
      from (
        select m.seasons[i] - ($1::date - date '2000-01-01') as first, m.seasons[i + 1] - ($1::date - date '2000-01-01') + 1 as after,
          m.seasons[i + 2] as hundredths, m.seasons[i + 5] as policy,
          (m.seasons[i + 1] - m.seasons[i]) * 10001::bigint + 10000 - m.seasons[i + 2] as rank
        from generate_series(1, cardinality(m.seasons), 6) i
        where m.seasons[i] < $2::date - date '2000-01-01' and m.seasons[i + 1] >= $1::date - date '2000-01-01'
          and $3::integer between m.seasons[i + 3] and m.seasons[i + 4]
      ) s) end as b
  from matches m offset 0
),
-- Night by night, where days are changed or several seasons meet: price, discount, extra guests, cleaning.
nightly as (
  select m.*, case when m.changed or (m.b[2] > 1 and m.b[1] is null) then (
      select array[sum(price), sum((price * coalesce(hundredths, 0) + 5000) / 10000), sum(extra), max(cleaning)]::bigint[]
      from (
        select coalesce(d.price_cents, case when m.weekend_bits >> (($13::integer + i) % 7) & 1 = 1 then m.weekend_price_cents else m.base_price_cents end) as price,
          coalesce(d.extra_guest_fee_cents, m.extra_guest_fee_cents) as extra,
          case when i = 0 then d.cleaning_fee_cents end as cleaning,
          case when m.b[2] > 0 then (select 10000 - min((m.seasons[k + 1] - m.seasons[k]) * 10001::bigint + 10000 - m.seasons[k + 2]) % 10001
            from generate_series(1, cardinality(m.seasons), 6) k
            where m.seasons[k + 5] = 0 and $1::date + i - date '2000-01-01' between m.seasons[k] and m.seasons[k + 1]
              and $3::integer between m.seasons[k + 3] and m.seasons[k + 4]) end as hundredths
        from generate_series(0, $3::integer - 1) i
        left join (select * from calendar_days where property_id = m.id and day >= $1::date and day < $2::date offset 0) d on d.day = $1::date + i
      ) nights) end as s
  from seasonal m offset 0
),
stays as (
  select m.*, coalesce(s[1], m.base_price_cents * $3::integer + (m.weekend_price_cents - m.base_price_cents)
      * ($3::integer / 7 * bit_count(m.weekend_bits::integer::bit(7)) + bit_count((m.weekend_bits & $14::integer)::bit(7)))) as before
  from nightly m offset 0
),
reduced as (
  select m.*, before - case
      when b is null then coalesce(s[2], 0)
      when b[1] is not null then (before * b[1] + 5000) / 10000
      when s is not null then s[2]
      when b[2] = 1 then (
        select (m.base_price_cents * b[5] + 5000) / 10000 * (b[4] - b[3] - w) + (m.weekend_price_cents * b[5] + 5000) / 10000 * w
        from (select (b[4] - b[3]) / 7 * bit_count(m.weekend_bits::integer::bit(7))
          + bit_count((m.weekend_bits & ('{0,1,3,7,15,31,63,0,2,6,14,30,62,126,0,4,12,28,60,124,125,0,8,24,56,120,121,123,0,16,48,112,113,115,119,0,32,96,97,99,103,111,0,64,65,67,71,79,95}'::integer[])[($13::integer + b[3]) % 7 * 7 + (b[4] - b[3]) % 7 + 1])::bit(7)) as w) weekend)
      else 0 end as net
  from stays m offset 0
),
priced as materialized (
  select m.id, m.property_type, m.popularity, m.rating, m.created_at,
    net + m.extra_guests * coalesce(s[3], m.extra_guest_fee_cents * $3::integer) + coalesce(s[4], m.cleaning_fee_cents)
      + case when tax.id is null then 0
          when tax.tax_per_adult_night_cents is not null then tax.tax_per_adult_night_cents * $15::integer * $3::integer
          else $15::integer * $3::integer * least(coalesce(tax.tax_cap_cents, 9007199254740991),
            (2 * net * tax.tax_percent_hundredths + $3::integer * $10::integer * 10000::bigint)
              / (2 * $3::integer * $10::integer * 10000::bigint)) end as price_cents
  from reduced m
  left join (select id, tax_per_adult_night_cents, tax_percent_hundredths, tax_cap_cents from cities
    where (tax_per_adult_night_cents is not null or tax_percent_hundredths is not null) and id = $4::text offset 0) tax on tax.id = m.city_id
),
fitting as (select * from priced where price_cents >= $11::bigint and price_cents <= $12::bigint),
page as (select * from fitting order by price_cents, id limit $8::bigint offset $9::bigint)
select id, price_cents as price_total_cents, (select count(*) from fitting) as total
from (values (true)) always left join page on true order by price_cents, id;
-- parameters in this example: 2027-03-02 | 2027-03-09 | 7 | X | 2 | 100 | <today in every time zone> | 20 | 0 | 2 | 1 | 2 | 1 | 0 | 2

-- with dates and facets
prepare dated_with_facets (date, date, integer, text, smallint, integer, date[], bigint, bigint, integer, integer, integer, integer) as
with matches as materialized (
  select h.id, h.property_type, h.popularity, h.rating, h.created_at, q.base_price_cents, q.weekend_price_cents, q.weekend_bits, q.cleaning_fee_cents, q.extra_guest_fee_cents,
    greatest(0, $10::integer - q.included_guests) as extra_guests, q.seasons, q.city_id,
    q.changed_from < $2::date and q.changed_to >= $1::date as changed, q.season_from, q.season_to
  from search_homes h join search_prices q on q.id = h.id
  where h.city_id = $4::text
    and h.max_guests >= $5::smallint
    and case when h.lead_time_days < $6::integer and h.booking_window_days > $6::integer then true
      else $1::date - ($7::date[])[h.timezone] between h.lead_time_days and h.booking_window_days end
    and bit_count(substring(h.busy, $1::date - h.busy_from + 1, $3::integer)) < 1
    and case when $1::date between h.changed_from and h.changed_to then coalesce((
        select $3::integer between coalesce(d.min_stay, h.min_stay) and coalesce(d.max_stay, h.max_stay) and not coalesce(d.closed_to_arrival, false)
        from calendar_days d where d.property_id = h.id and d.day = $1::date), $3::integer between h.min_stay and h.max_stay)
      else $3::integer between h.min_stay and h.max_stay end
    and case when $2::date between h.changed_from and h.changed_to then coalesce((
        select not coalesce(d.closed_to_departure, false) from calendar_days d where d.property_id = h.id and d.day = $2::date), true) else true end
),
seasonal as (
  select m.*, case when m.season_from < $2::date and m.season_to >= $1::date then (
      select array[10000 - min(rank) filter (where policy = 1 and first <= 0 and after > 0) % 10001,
        count(*) filter (where policy = 0), greatest(0, max(first) filter (where policy = 0)),
        least($3::integer, max(after) filter (where policy = 0)), max(hundredths) filter (where policy = 0)]
      from (
        select m.seasons[i] - ($1::date - date '2000-01-01') as first, m.seasons[i + 1] - ($1::date - date '2000-01-01') + 1 as after,
          m.seasons[i + 2] as hundredths, m.seasons[i + 5] as policy,
          (m.seasons[i + 1] - m.seasons[i]) * 10001::bigint + 10000 - m.seasons[i + 2] as rank
        from generate_series(1, cardinality(m.seasons), 6) i
        where m.seasons[i] < $2::date - date '2000-01-01' and m.seasons[i + 1] >= $1::date - date '2000-01-01'
          and $3::integer between m.seasons[i + 3] and m.seasons[i + 4]
      ) s) end as b
  from matches m offset 0
),
-- Night by night, where days are changed or several seasons meet: price, discount, extra guests, cleaning.
nightly as (
  select m.*, case when m.changed or (m.b[2] > 1 and m.b[1] is null) then (
      select array[sum(price), sum((price * coalesce(hundredths, 0) + 5000) / 10000), sum(extra), max(cleaning)]::bigint[]
      from (
        select coalesce(d.price_cents, case when m.weekend_bits >> (($11::integer + i) % 7) & 1 = 1 then m.weekend_price_cents else m.base_price_cents end) as price,
          coalesce(d.extra_guest_fee_cents, m.extra_guest_fee_cents) as extra,
          case when i = 0 then d.cleaning_fee_cents end as cleaning,
          case when m.b[2] > 0 then (select 10000 - min((m.seasons[k + 1] - m.seasons[k]) * 10001::bigint + 10000 - m.seasons[k + 2]) % 10001
            from generate_series(1, cardinality(m.seasons), 6) k
            where m.seasons[k + 5] = 0 and $1::date + i - date '2000-01-01' between m.seasons[k] and m.seasons[k + 1]
              and $3::integer between m.seasons[k + 3] and m.seasons[k + 4]) end as hundredths
        from generate_series(0, $3::integer - 1) i
        left join (select * from calendar_days where property_id = m.id and day >= $1::date and day < $2::date offset 0) d on d.day = $1::date + i
      ) nights) end as s
  from seasonal m offset 0
),
stays as (
  select m.*, coalesce(s[1], m.base_price_cents * $3::integer + (m.weekend_price_cents - m.base_price_cents)
      * ($3::integer / 7 * bit_count(m.weekend_bits::integer::bit(7)) + bit_count((m.weekend_bits & $12::integer)::bit(7)))) as before
  from nightly m offset 0
),
reduced as (
  select m.*, before - case
      when b is null then coalesce(s[2], 0)
      when b[1] is not null then (before * b[1] + 5000) / 10000
      when s is not null then s[2]
      when b[2] = 1 then (
        select (m.base_price_cents * b[5] + 5000) / 10000 * (b[4] - b[3] - w) + (m.weekend_price_cents * b[5] + 5000) / 10000 * w
        from (select (b[4] - b[3]) / 7 * bit_count(m.weekend_bits::integer::bit(7))
          + bit_count((m.weekend_bits & ('{0,1,3,7,15,31,63,0,2,6,14,30,62,126,0,4,12,28,60,124,125,0,8,24,56,120,121,123,0,16,48,112,113,115,119,0,32,96,97,99,103,111,0,64,65,67,71,79,95}'::integer[])[($11::integer + b[3]) % 7 * 7 + (b[4] - b[3]) % 7 + 1])::bit(7)) as w) weekend)
      else 0 end as net
  from stays m offset 0
),
priced as materialized (
  select m.id, m.property_type, m.popularity, m.rating, m.created_at,
    net + m.extra_guests * coalesce(s[3], m.extra_guest_fee_cents * $3::integer) + coalesce(s[4], m.cleaning_fee_cents)
      + case when tax.id is null then 0
          when tax.tax_per_adult_night_cents is not null then tax.tax_per_adult_night_cents * $13::integer * $3::integer
          else $13::integer * $3::integer * least(coalesce(tax.tax_cap_cents, 9007199254740991),
            (2 * net * tax.tax_percent_hundredths + $3::integer * $10::integer * 10000::bigint)
              / (2 * $3::integer * $10::integer * 10000::bigint)) end as price_cents
  from reduced m
  left join (select id, tax_per_adult_night_cents, tax_percent_hundredths, tax_cap_cents from cities
    where (tax_per_adult_night_cents is not null or tax_percent_hundredths is not null) and id = $4::text offset 0) tax on tax.id = m.city_id
),
fitting as (select * from priced ),
page as (select * from fitting order by popularity desc, id limit $8::bigint offset $9::bigint),
steps as (
  select min(price_cents) / 100 * 100 as low,
    greatest(100, ceil((percentile_disc(0.95) within group (order by price_cents) - min(price_cents)) / 1900.0) * 100)::bigint as width
  from priced 
),
facets as (
  select jsonb_build_object(
    'property_types', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'count', count) order by count desc, t.id), '[]')
      from (select property_type, count(*) from priced  group by property_type) types join search_property_types t on t.no = property_type),
    'prices', (select coalesce(jsonb_agg(jsonb_build_object('from_cents', low + step * width,
        'to_cents', case when step < 19 then low + (step + 1) * width end, 'count', coalesce(count, 0)) order by step), '[]')
      from steps cross join generate_series(0, 19) step
      left join (select least(19, (price_cents - low) / width) as step, count(*) from priced, steps  group by 1) homes using (step)
      where low is not null)) as body
)
select id, price_cents as price_total_cents, (select count(*) from fitting) as total, (select body from facets) as facets
from (values (true)) always left join page on true order by popularity desc, id;
-- parameters in this example: 2027-03-02 | 2027-03-09 | 7 | X | 2 | 100 | <today in every time zone> | 20 | 0 | 2 | 1 | 0 | 2

-- 8. Everywhere, without dates: the count from search_counts, the page from an index that `properties` has.
prepare count_everywhere (smallint) as select sum(homes) as total from search_counts where max_guests >= $1;
prepare most_popular (bigint) as
  select id from properties where status = 'published' order by popularity desc, id limit $1;

-- 9. Text. First the words, then the count; the page walks the index by popularity when the count is high, and sorts the
-- matches when it is low.
prepare words_with (text) as select array_agg(no) from search_words where word like containing($1);
prepare count_text (smallint, integer[]) as
  select count(*) from search_texts where max_guests >= $1 and words && $2;
prepare page_text_frequent (smallint, text, bigint) as
  select id from properties where status = 'published' and max_guests >= $1 and search_text like containing($2)
  order by popularity desc, id limit $3;
prepare page_text_rare (smallint, integer[], bigint) as
  select id from search_texts where max_guests >= $1 and words && $2 order by popularity desc, id limit $3;
-- Misspelt: the same answer as today's statement.
prepare misspelt (smallint, text) as
  select id from search_texts where max_guests >= $1 and normalize_text($2) <% search_text order by popularity desc, id limit 1000;

-- 10. What a page shows, for its ids in their order.
prepare details (uuid[]) as
  select p.id, p.title, p.property_type, p.room_type, p.country_id, p.city_id, c.name as city, n.name as neighborhood,
    p.public_latitude as latitude, p.public_longitude as longitude, p.max_guests, p.bedrooms, p.beds, p.bathrooms, p.amenities,
    p.instant_book, p.currency, p.base_price_cents, p.rating_average, p.rating_count,
    (select f.path from property_photos f where f.property_id = p.id order by f.position limit 1) as cover
  from unnest($1) with ordinality chosen (id, place)
  join properties p on p.id = chosen.id
  left join cities c on c.id = p.city_id
  left join neighborhoods n on n.id = p.neighborhood_id
  order by place;

-- 11. A booking of $3 nights from bit $2 on: measured, eight of ten updates stay on their page (HOT) with free space, none when
-- an index contains `busy`.
prepare take (uuid, integer, integer) as
  update search_homes set busy = case when length(busy) >= $2 + $3
    then overlay(busy::bit varying placing repeat('1', $3)::varbit from $2 + 1)
    else rpad(busy::text, $2, '0')::varbit || repeat('1', $3)::varbit end
  where id = $1;
