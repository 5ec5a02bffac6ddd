-- Counts a login attempt before its password is checked: first by account and address, then, unless that refuses it,
-- by account alone. The second limit does not apply to addresses that have logged in to the account before. Returns
-- the seconds to wait; null: go on.
-- one
-- nullable: :user_id, wait_seconds
with own as materialized (
  select count, ends_at from count_attempt(:account || ' ' || :address, interval '15 minutes')
),
everywhere as materialized (
  select c.count, c.ends_at
  from own cross join lateral count_attempt(:account, interval '15 minutes') c
  where own.count <= :own_limit::integer
)
select ceil(extract(epoch from
  case
    when own.count > :own_limit then own.ends_at
    when everywhere.count > :account_limit::integer and not exists (
      select from familiar_addresses f where f.user_id = :user_id::bigint and f.address = :address) then everywhere.ends_at
  end - now()))::integer as wait_seconds
from own left join everywhere on true
