-- Messages about some homes, or about none where all of an account are meant.
-- part of: list
-- nullable: :or_no_home
and (property_id = any (:homes::uuid[]) or (:or_no_home::boolean and property_id is null))
