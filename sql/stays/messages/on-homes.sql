-- Messages about some homes, or about none where all of an account are meant.
-- part of: list
-- nullable: :or_none
and (property_id = any (:homes::uuid[]) or (:or_none::boolean and property_id is null))
