-- Ranges of days as the API has them, with both days inclusive.
create or replace function event_ranges(days datemultirange) returns jsonb language sql immutable
  return (
    select coalesce(jsonb_agg(jsonb_build_object('start_date', lower(part), 'end_date', upper(part) - 1) order by part), '[]')
    from unnest(days) part);
