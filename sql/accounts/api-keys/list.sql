-- The keys of an account, the latest first; one of them where an id is given.
-- nullable: :id, property_ids, expires_at, last_used_at
-- not null: total
select id, kind, name, prefix, scopes, property_ids, origins, expires_at, last_used_at, created_at, count(*) over () as total
from api_keys
where user_id = :user_id and id = coalesce(:id, id)
order by id desc
limit :limit offset :offset
