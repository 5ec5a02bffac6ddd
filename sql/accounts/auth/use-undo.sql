-- Uses an undo link. Deletes the links of later changes, which the author of those changes may hold, and the external
-- identities that were linked since.
-- optional
with used as (
  delete from account_undos where token_hash = :token_hash and expires_at > now()
  returning id, user_id, email, created_at
),
later as (delete from account_undos a using used where a.user_id = used.user_id and a.id > used.id),
identities as (delete from oauth_identities i using used where i.user_id = used.user_id and i.created_at >= used.created_at)
select user_id, email from used
