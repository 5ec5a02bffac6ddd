-- Somebody helps with no home any more, nobody helps with theirs, and who was invited by them, or at their address, is so no longer.
with helped as (
  delete from property_members m using properties p
  where p.id = m.property_id and (m.user_id = :user_id or p.owner_id = :user_id)
)
delete from member_invitations i using properties p
where p.id = i.property_id
  and (p.owner_id = :user_id or i.invited_by = :user_id or i.email = (select lower(u.email) from users u where u.id = :user_id and u.email_verified_at is not null))
