-- Deletes the oldest messages of some conversations after so many days, in batches; the caller has locked the conversations.
-- Returns the files that were sent with them.
-- one
-- not null: deleted, files
with gone as (
  delete from messages
  where id in (
    select old.id
    from unnest(:conversation_ids::bigint[]) c (id)
    cross join lateral (
      select m.id from messages m
      where m.conversation_id = c.id and m.created_at < now() - make_interval(days => :days)
      order by m.id
      limit 500
    ) old)
  returning attachment
)
select count(*) as deleted, coalesce(array_agg(attachment) filter (where attachment is not null), '{}') as files from gone
