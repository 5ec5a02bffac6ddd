-- The price of the stay in each home of `chosen`, as src/homes/rates/price.ts computes it. What the payment provider does not take in
-- one payment cannot be booked (MAXIMUM_CENTS in src/platform/lib/payable.ts). Most homes have no season and no prices of single days in the
-- stay and are priced at once; each of the others for itself, without joins of sets, so that the plan does not depend on how many the planner
-- expects. `offset 0` keeps it from writing an expression into each place where its result is named.
-- reads: properties, places: the tourist tax is that of the home, or else of its city
-- reads: rates: prices and seasons of the nights of the stay
-- part of: page, priced-page, facets
rated as (
  select c.id, c.rank, c.property_type, c.room_type, c.amenities, c.bedrooms, c.bathrooms, c.instant_book, c.city_id, c.has_own_tax, c.included_guests,
    c.cleaning_fee_cents, c.extra_guest_fee_cents * :nights::integer as extra_guest_cents,
    c.base_price_cents * :nights + (c.weekend_price_cents - c.base_price_cents) * nights_on(c.weekend_bits, :weekday::integer, :nights) as net_cents
  from chosen c
  where not (c.season_from < :check_out and c.season_to >= :check_in or c.changed_from < :check_out and c.changed_to >= :check_in)
  union all
  select c.id, c.rank, c.property_type, c.room_type, c.amenities, c.bedrooms, c.bathrooms, c.instant_book, c.city_id, c.has_own_tax, c.included_guests,
    coalesce(night.cleaning_fee_cents, c.cleaning_fee_cents), coalesce(night.extra_guest_cents, c.extra_guest_fee_cents * :nights), stay.net_cents
  from chosen c
  -- The seasons that can reduce a stay of this length. Of those that reduce the whole booking the lowest rank wins. Of those
  -- that reduce nights: how many there are and, if it is one, from which night to which.
  cross join lateral (
    select
      reduction_of_rank(min(season_rank(s.start_date, s.end_date, s.reduction_hundredths))
        filter (where s.policy = 'booking' and :check_in between s.start_date and s.end_date)) as of_booking,
      count(*) filter (where s.policy = 'nights') as of_nights,
      greatest(0, max(s.start_date - :check_in) filter (where s.policy = 'nights')) as from_night,
      least(:nights, max(s.end_date - :check_in + 1) filter (where s.policy = 'nights')) as to_night,
      max(s.reduction_hundredths) filter (where s.policy = 'nights') as hundredths
    from seasons s
    where c.season_from < :check_out and c.season_to >= :check_in and s.property_id = c.id and s.status = 'active'
      and s.start_date < :check_out and s.end_date >= :check_in
      and :nights >= coalesce(s.min_stay, 1) and :nights <= coalesce(s.max_stay, :nights)
  ) season
  -- Night by night, where days of the stay have prices of their own or several seasons meet.
  cross join lateral (
    select sum(price_cents)::bigint as price_cents, sum(reduction_of(price_cents, hundredths))::bigint as discount_cents,
      sum(extra_guest_cents)::bigint as extra_guest_cents, max(cleaning_fee_cents) as cleaning_fee_cents
    from (
      select price_of_night(d.price_cents, c.weekend_price_cents, c.base_price_cents, c.weekend_bits, (:weekday::integer + i) % 7) as price_cents,
        coalesce(d.extra_guest_fee_cents, c.extra_guest_fee_cents) as extra_guest_cents,
        case when i = 0 then d.cleaning_fee_cents end as cleaning_fee_cents,
        coalesce((
          select reduction_of_rank(min(season_rank(s.start_date, s.end_date, s.reduction_hundredths)))
          from seasons s
          where season.of_nights > 0 and s.property_id = c.id and s.status = 'active' and s.policy = 'nights'
            and :check_in + i between s.start_date and s.end_date
            and :nights >= coalesce(s.min_stay, 1) and :nights <= coalesce(s.max_stay, :nights)), 0) as hundredths
      from generate_series(0, :nights - 1) i
      left join calendar_days d on d.property_id = c.id and d.day = :check_in + i
      where c.changed_from < :check_out and c.changed_to >= :check_in or season.of_nights > 1 and season.of_booking is null
    ) nights
  ) night
  cross join lateral (
    select coalesce(night.price_cents, c.base_price_cents * :nights
      + (c.weekend_price_cents - c.base_price_cents) * nights_on(c.weekend_bits, :weekday, :nights)) as gross_cents
    offset 0
  ) before
  cross join lateral (
    select before.gross_cents - case
        when season.of_booking is not null then reduction_of(before.gross_cents, season.of_booking)
        when night.price_cents is not null then night.discount_cents
        when season.of_nights > 0 then reduction_of(c.base_price_cents, season.hundredths) * (season.to_night - season.from_night)
          + (reduction_of(c.weekend_price_cents, season.hundredths) - reduction_of(c.base_price_cents, season.hundredths))
            * nights_on(c.weekend_bits, (:weekday + season.from_night) % 7, season.to_night - season.from_night)
        else 0
      end as net_cents
    offset 0
  ) stay
  where c.season_from < :check_out and c.season_to >= :check_in or c.changed_from < :check_out and c.changed_to >= :check_in
),
taxes as materialized (
  select id, tax_per_adult_night_cents, tax_percent_hundredths, tax_cap_cents from cities
  where id in (select city_id from chosen)
),
priced as materialized (
  select id, rank, property_type, room_type, amenities, bedrooms, bathrooms, instant_book, price_cents from (
    select r.*, r.net_cents + greatest(0, :guests::integer - r.included_guests) * r.extra_guest_cents + r.cleaning_fee_cents
      + case
          when tax.tax_per_adult_night_cents is not null then tax.tax_per_adult_night_cents * :adults::integer * :nights
          when tax.tax_percent_hundredths is not null then :adults * :nights * least(
            coalesce(tax.tax_cap_cents, 9007199254740991),
            (2 * r.net_cents * tax.tax_percent_hundredths + :nights * :guests * 10000::bigint)
              / (2 * :nights * :guests * 10000::bigint))
          else 0
        end as price_cents
    from rated r
    left join taxes city on city.id = r.city_id and not r.has_own_tax
    left join lateral (
      select p.tax_per_adult_night_cents, p.tax_percent_hundredths, p.tax_cap_cents from properties p where p.id = r.id and r.has_own_tax offset 0
    ) own on true
    cross join lateral (
      select coalesce(own.tax_per_adult_night_cents, city.tax_per_adult_night_cents) as tax_per_adult_night_cents,
        coalesce(own.tax_percent_hundredths, city.tax_percent_hundredths) as tax_percent_hundredths,
        coalesce(own.tax_cap_cents, city.tax_cap_cents) as tax_cap_cents
    ) tax
    offset 0
  ) every
  where price_cents <= 99999999
),
