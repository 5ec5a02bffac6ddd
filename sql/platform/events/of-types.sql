-- Events of some types.
-- part of: list
and e.type = any (:types::text[])
