-- Writes a template.
-- one
-- nullable: :property_ids, property_ids
insert into message_templates (owner_id, name, property_ids, trigger, days, hour, texts, is_active)
values (:owner_id, :name, :property_ids, :trigger, :days, :hour, :texts, :is_active)
returning id, name, property_ids, trigger, days, hour, texts, is_active, created_at
