-- A key that is good, by its hash, with its account as it is now, and the homes that it is for; null: all there are.
-- `is_unmarked`: that it is used has not been written within the minute.
-- reads: auth: a key acts as its account is now, and not as it was when the key was made
-- reads: properties: a home that was sold or deleted leaves the key at once
-- optional
-- replica: yes
-- nullable: homes, avatar
-- not null: is_for_all, is_unmarked, verified, has_second_factor
select k.id, k.kind, k.scopes, k.origins, k.property_ids is null as is_for_all,
  coalesce(k.last_used_at < now() - interval '1 minute', true) as is_unmarked,
  case when u.role in ('support', 'admin') then k.property_ids
    else array(
      select p.id from properties p where p.owner_id = u.id and (k.property_ids is null or p.id = any (k.property_ids))) end as homes,
  u.id as user_id, u.username, u.avatar, u.role, u.locale, u.token_version, u.email_verified_at is not null as verified,
  u.second_factor_at is not null as has_second_factor
from api_keys k
join users u on u.id = k.user_id
where k.hash = :hash and u.deleted_at is null and (k.expires_at is null or k.expires_at > now())
