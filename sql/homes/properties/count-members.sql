-- How many help with a home or are invited to, but for an address that is invited anew, and whether somebody of that address does already,
-- or is the owner.
-- one
-- not null: count, is_in
select (select count(*) from property_members where property_id = :property_id)
  + (select count(*) from member_invitations where property_id = :property_id and expires_at > now() and email <> :email) as count,
  exists (
    select from users u
    where lower(u.email) = :email and cardinality(rights_of(u.id, :property_id)) > 0) as is_in
