-- Takes back what somebody has invited others to beyond some rights.
delete from member_invitations
where property_id = :property_id and invited_by = :user_id and not rights <@ :rights::text[]::home_right[]
