-- Changes a template. What begins to be sent, or is sent at another moment, begins now: earlier moments are not made up for.
-- optional
-- nullable: :property_ids, property_ids
update message_templates
set name = :name, property_ids = :property_ids, trigger = :trigger, days = :days, hour = :hour, texts = :texts, is_active = :is_active,
  active_since = case
    when (not is_active and :is_active) or (trigger, days, hour) is distinct from (:trigger, :days::integer, :hour::integer)
      or property_ids is distinct from :property_ids
    then now() else active_since end
where id = :id and owner_id = :owner_id
returning id, name, property_ids, trigger, days, hour, texts, is_active, created_at
