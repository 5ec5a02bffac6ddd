-- The result of the last reading of a feed, its events and what it was told as JSON; no row when the feed was deleted, or when a later reading has ended. Events that a node of 0.2 has
-- stored came up with their closure.
-- optional
-- nullable: exported_at
-- not null: is_first, may_confirm, is_doubted, taken, told
select
  coalesce((
    select jsonb_agg(case when e.event ? 'seen_at' then e.event else e.event || jsonb_build_object('seen_at', coalesce((
      select min(c.created_at) from closures c
      where c.feed_id = f.id
        and daterange(c.start_date, c.end_date, '[]') && daterange((e.event ->> 'start_date')::date, (e.event ->> 'end_date')::date, '[]')
    ), now())) end order by e.position)
    from jsonb_array_elements(f.taken) with ordinality e (event, position)), '[]')::text as taken,
  jsonb_path_query_array(f.told, '$[*][*]')::text as told,
  f.stays, f.skipped, f.exported_at::text as exported_at, f.imported_at is null as is_first, coalesce(f.doubted_at <= now() - interval '14 minutes', true) as may_confirm,
  f.doubted_at is not null as is_doubted
from calendar_feeds f where f.id = :feed_id and f.read_claim < :claim for update
