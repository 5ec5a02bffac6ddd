-- Tells whether an account has signed in before, and from this network.
-- reads: auth: an address that the account has used before is no news, even after its session has ended
-- one
-- not null: has_signed_in, is_known
select
  exists (select from familiar_addresses f where f.user_id = :user_id) or exists (select from sessions s where s.user_id = :user_id) as has_signed_in,
  exists (select from familiar_addresses f where f.user_id = :user_id and f.address = :network)
    or exists (select from sessions s where s.user_id = :user_id and s.address = :address) as is_known
