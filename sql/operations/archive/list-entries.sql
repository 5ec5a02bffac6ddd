-- The history of an owner, the newest first by number, with one more than a page.
-- replica: yes
-- nullable: :homes, :kinds, :month, :number, :before, number, method, property_id, reservation_id, file
select id, kind, number, on_day, amount_cents, currency, method, property_id, reservation_id, title, data, file
from history_entries
where owner_id = :owner_id and (:homes::uuid[] is null or property_id = any (:homes::uuid[]))
  and (:kinds::text[] is null or kind = any (:kinds::text[]))
  and (:month::date is null or on_day >= :month::date and on_day < :month::date + interval '1 month')
  and (:number::text is null or number = upper(:number::text))
  and (:before::bigint is null or id < :before::bigint)
order by id desc
limit :limit
