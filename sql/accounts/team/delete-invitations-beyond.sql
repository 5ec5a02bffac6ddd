-- Takes back what somebody has invited others to, or as much of it as is for other homes than these.
-- nullable: :homes
delete from team_grants
where owner_id = :owner_id and invited_by = :user_id and (property_ids <@ :homes::uuid[]) is not true
