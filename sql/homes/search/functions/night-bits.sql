-- The bits of ranges of nights, from the night `first` on.
create or replace function night_bits(ranges datemultirange, first date) returns bit varying language sql immutable parallel safe
  return coalesce((
    select string_agg(repeat('0', lower(r) - before) || repeat('1', upper(r) - lower(r)), '' order by r)::varbit
    from (
      select r, coalesce(lag(upper(r)) over (order by r), first) as before
      from unnest(ranges * datemultirange(daterange(first, null))) r
    ) gaps), '');
