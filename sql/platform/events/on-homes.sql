-- Events about some homes, and where all of an account are meant also those about none.
-- part of: list
-- nullable: :or_none
and (e.property_id = any (:homes::uuid[]) or (:or_none::boolean and e.property_id is null))
