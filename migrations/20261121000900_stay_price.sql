-- migrate:up
-- The total of a stay in cents, as src/pricing/price.ts computes it and in the same order, so that the search can
-- filter and sort by it; null when the stay breaks a rule of the home. tests/pricing/sql-parity.test.ts compares
-- the two. All divisions are on integers and round half up.
create function stay_total_cents(home properties, check_in date, check_out date, adults integer, children integer)
returns bigint language sql stable parallel safe as $$
  with stay as (
    select check_out - check_in as nights, (now() at time zone home.timezone)::date as today
  ),
  booking_season as (
    select s.reduction_hundredths
    from seasons s, stay
    where s.property_id = home.id and s.status = 'active' and s.policy = 'booking'
      and check_in between s.start_date and s.end_date
      and stay.nights >= coalesce(s.min_stay, 1) and stay.nights <= coalesce(s.max_stay, stay.nights)
    order by s.end_date - s.start_date, s.reduction_hundredths desc, s.id
    limit 1
  ),
  nights as (
    select
      coalesce(c.price_cents,
        case when extract(isodow from n.day)::integer = any (home.weekend_days) then home.weekend_price_cents end,
        home.base_price_cents) as base,
      coalesce(c.extra_guest_fee_cents, home.extra_guest_fee_cents) as extra_guest_fee,
      coalesce(night_season.reduction_hundredths, 0) as reduction
    from stay
    cross join lateral (select check_in + i as day from generate_series(0, stay.nights - 1) i) n
    left join calendar_days c on c.property_id = home.id and c.day = n.day
    left join lateral (
      select s.reduction_hundredths
      from seasons s
      where s.property_id = home.id and s.status = 'active' and s.policy = 'nights'
        and n.day between s.start_date and s.end_date
        and stay.nights >= coalesce(s.min_stay, 1) and stay.nights <= coalesce(s.max_stay, stay.nights)
      order by s.end_date - s.start_date, s.reduction_hundredths desc, s.id
      limit 1
    ) night_season on true
  ),
  sums as (
    select
      sum(base)::bigint as base,
      sum((base * reduction + 5000) / 10000)::bigint as night_discounts,
      sum(extra_guest_fee)::bigint as extra_guest_fees
    from nights
  ),
  accommodation as (
    select case
      when b.reduction_hundredths is not null then sums.base - (sums.base * b.reduction_hundredths + 5000) / 10000
      else sums.base - sums.night_discounts
    end as cents
    from sums left join booking_season b on true
  )
  select (
    accommodation.cents
    + sums.extra_guest_fees * greatest(0, adults + children - home.included_guests)
    + coalesce(arrival.cleaning_fee_cents, home.cleaning_fee_cents)
    + case
        when city.tax_per_adult_night_cents is not null then city.tax_per_adult_night_cents * adults * stay.nights
        when city.tax_percent_hundredths is not null then adults * stay.nights * least(
          coalesce(city.tax_cap_cents, 9007199254740991),
          (2 * accommodation.cents * city.tax_percent_hundredths + stay.nights * (adults + children) * 10000::bigint)
            / (2 * stay.nights * (adults + children) * 10000::bigint))
        else 0
      end
  )::bigint
  from stay, sums, accommodation, cities city
  left join calendar_days arrival on arrival.property_id = home.id and arrival.day = check_in
  left join calendar_days departure on departure.property_id = home.id and departure.day = check_out
  where city.id = home.city_id
    and adults + children <= home.max_guests
    and check_in >= stay.today + home.lead_time_days
    and check_in <= stay.today + home.booking_window_days
    and stay.nights between coalesce(arrival.min_stay, home.min_stay) and coalesce(arrival.max_stay, home.max_stay)
    and not coalesce(arrival.closed_to_arrival, false)
    and not coalesce(departure.closed_to_departure, false)
$$;

-- migrate:down
drop function stay_total_cents(properties, date, date, integer, integer);
