-- Takes an invitation back.
-- optional
-- not null: rights
delete from member_invitations where id = :id and property_id = :property_id returning rights::text[] as rights
