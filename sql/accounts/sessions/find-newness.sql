-- Whether an account has signed in before, and from this network.
-- one
-- not null: has_signed_in, is_known
select
  exists (select from familiar_addresses f where f.user_id = :user_id) or exists (select from sessions s where s.user_id = :user_id) as has_signed_in,
  exists (select from familiar_addresses f where f.user_id = :user_id and f.address = :network)
    or exists (select from sessions s where s.user_id = :user_id and s.address = :address) as is_known
