-- Invitations to help with a home that are not accepted yet.
-- not null: rights
select id, email, rights::text[] as rights, created_at, expires_at
from member_invitations
where property_id = :property_id and expires_at > now()
order by created_at, id
