create or replace function event_of_conflict() returns trigger language plpgsql as $$
declare
  conflict constant calendar_conflicts := case tg_op when 'DELETE' then old else new end;
  before constant datemultirange := case tg_op when 'INSERT' then '{}' else old.nights end;
  after constant datemultirange := case tg_op when 'DELETE' then '{}' else new.nights end;
  is_closed constant boolean := isempty(after);
  -- A feed that is deleted takes its conflicts along.
  property constant uuid := coalesce(
    (select f.property_id from calendar_feeds f where f.id in (conflict.feed_id, conflict.other_feed_id) limit 1),
    (select r.property_id from reservations r where r.id = conflict.reservation_id));
begin
  -- Both feeds go at once with the account of their owner, whom nobody tells.
  if property is null then return null; end if;
  if after <@ before and not (is_closed and not isempty(before)) then return null; end if;
  perform event_note(
    case when is_closed then 'conflict.closed' else 'conflict.opened' end, conflict.id::text,
    property, null,
    case when tg_op = 'DELETE' then to_jsonb(conflict) - '{id,nights,told,opened_at,dismissed,dismissed_because}'::text[] else '{}' end
      || jsonb_build_object('nights', event_ranges(before)));
  return null;
end $$;
