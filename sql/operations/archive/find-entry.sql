-- The file of an entry of an owner's history.
-- nullable: :homes, file
-- optional
select number, file from history_entries
where id = :id and owner_id = :owner_id and (:homes::uuid[] is null or property_id = any (:homes::uuid[]))
