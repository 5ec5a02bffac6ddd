-- Lists documents, or money, that an earlier archive brought, after one, as that archive has them; home and stay have the numbers that they have here.
-- not null: line
select id, archive_id, number, amount_cents, currency, kind = 'refund' as is_refund, method is distinct from 'carried' as is_counted, file,
  (data || jsonb_build_object('archive', archive_id, 'property_id', property_id, 'reservation_id', reservation_id)
    || case when number is null then '{}' else jsonb_build_object('file', 'documents/' || archive_id || '/' || number || '.pdf') end)::text as line
from history_entries
where owner_id = :owner_id and (number is not null) = :are_documents::boolean and id > :after_id::bigint
order by id
limit :limit
