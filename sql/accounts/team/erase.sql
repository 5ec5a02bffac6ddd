-- Ends the team of an account, its places in teams of others, what it has invited others to, and invitations to its verified address.
-- reads: auth: invitations to the account are known by its verified address only
delete from team_grants
where owner_id = :user_id or user_id = :user_id or invited_by = :user_id
  or email = (select lower(u.email) from users u where u.id = :user_id and u.email_verified_at is not null)
