-- Events about some homes, and where all of an account are meant also those about none.
-- part of: list
-- nullable: :or_no_home
and (e.property_id = any (:homes::uuid[]) or (:or_no_home::boolean and e.property_id is null))
