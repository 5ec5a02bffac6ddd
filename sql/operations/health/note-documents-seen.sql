-- Notes the last numbers of documents that a node has seen, by year, while they are not settled: the highest count.
update database_losses l
set documents_seen = l.documents_seen || (
  select coalesce(jsonb_object_agg(s.key, greatest(s.value::bigint, (l.documents_seen ->> s.key)::bigint)), '{}')
  from jsonb_each_text(:documents::jsonb) s
)
where l.epoch = :epoch and l.reconciled_at is null
