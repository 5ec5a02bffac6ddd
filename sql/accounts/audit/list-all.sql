-- All audit entries, newest first. For administrators.
-- nullable: :before, :property_id, :action, :person, :from, :until
select id, at, action, object_id, property_id, owner_id, actor_id, actor_role, key_id, as_member, data, address, device
from audit_entries
where id < coalesce(:before::bigint, 9223372036854775807)
  and (:property_id::uuid is null or property_id = :property_id) and (:action::text is null or action = :action)
  and (:person::bigint is null or actor_id = :person) and at >= coalesce(:from::timestamptz, '-infinity') and at < coalesce(:until::timestamptz, 'infinity')
order by id desc limit :limit
