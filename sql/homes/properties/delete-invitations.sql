-- Nobody comes to help with a home any more.
delete from member_invitations where property_id = :property_id
