-- Counts a try to log in, before its password is looked at: by account and address together and, unless that refuses it
-- already, by account alone, which spares an address that has logged in before. Gives the seconds to wait; none: go on.
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
      select from familiar_addresses f where f.user_id = :user_id::integer and f.address = :address) then everywhere.ends_at
  end - now()))::integer as wait_seconds
from own left join everywhere on true
