-- migrate:up
-- Ranges of days as the API has them, with both days inclusive.
create function event_ranges(days datemultirange) returns jsonb language sql immutable
  return (
    select coalesce(jsonb_agg(jsonb_build_object('start_date', lower(part), 'end_date', upper(part) - 1) order by part), '[]')
    from unnest(days) part);

-- Conflicts of a feed with a stay: opened with nights that were not in it before, closed without nights, or with the feed.
create function event_of_conflict() returns trigger language plpgsql as $$
declare
  conflict constant calendar_conflicts := case tg_op when 'DELETE' then old else new end;
  before constant datemultirange := case tg_op when 'INSERT' then '{}' else old.nights end;
  after constant datemultirange := case tg_op when 'DELETE' then '{}' else new.nights end;
  is_closed constant boolean := isempty(after);
begin
  if after <@ before and not (is_closed and not isempty(before)) then return null; end if;
  perform event_note(
    case when is_closed then 'conflict.closed' else 'conflict.opened' end, conflict.id::text,
    -- A feed that is deleted takes its conflicts along.
    coalesce((select f.property_id from calendar_feeds f where f.id = conflict.feed_id),
      (select r.property_id from reservations r where r.id = conflict.reservation_id)),
    null,
    case when tg_op = 'DELETE' then to_jsonb(conflict) - '{id,nights,told,opened_at}'::text[] else '{}' end
      || jsonb_build_object('nights', event_ranges(before)));
  return null;
end $$;
create trigger calendar_conflicts_told_inserted after insert on calendar_conflicts for each row when (new.kind <> 'block')
  execute function event_of_conflict();
create trigger calendar_conflicts_told_updated after update of nights on calendar_conflicts for each row when (new.kind <> 'block')
  execute function event_of_conflict();
create trigger calendar_conflicts_told_deleted after delete on calendar_conflicts for each row when (old.kind <> 'block')
  execute function event_of_conflict();

-- migrate:down
drop trigger calendar_conflicts_told_deleted on calendar_conflicts;
drop trigger calendar_conflicts_told_updated on calendar_conflicts;
drop trigger calendar_conflicts_told_inserted on calendar_conflicts;
drop function event_of_conflict();
drop function event_ranges(datemultirange);
