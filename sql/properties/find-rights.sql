-- What somebody may do in a home: its owner everything, a member what they were given, others nothing.
-- one
-- not null: rights
select rights_of(:user_id, :property_id)::text[] as rights
