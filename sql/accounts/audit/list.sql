-- Changes to the homes of an owner, or to some of them, and changes that somebody made themselves, newest first. `person`: changes of somebody
-- whom the reader sees, `reader` or a member of the team.
-- nullable: :before, :property_id, :action, :person, :from, :until, :homes, :actor_id
-- not null: id, at, action, object_id, as_member
select id, at, action, object_id, property_id, owner_id, actor_id, actor_role, key_id, as_member, data, address, device
from (
  (select * from audit_entries
    where owner_id = :owner_id::bigint and id < coalesce(:before::bigint, 9223372036854775807)
      and (:property_id::uuid is null or property_id = :property_id) and (:action::text is null or action = :action)
      and (:person::bigint is null or actor_id = :person and (as_member or actor_id = :reader))
      and at >= coalesce(:from::timestamptz, '-infinity') and at < coalesce(:until::timestamptz, 'infinity')
      and (:homes::uuid[] is null or property_id = any (:homes) or (property_id is null and :or_no_home))
    order by id desc limit :limit)
  union
  (select * from audit_entries
    where actor_id = :actor_id::bigint and id < coalesce(:before, 9223372036854775807)
      and (:property_id is null or property_id = :property_id) and (:action is null or action = :action)
      and (:person is null or actor_id = :person)
      and at >= coalesce(:from, '-infinity') and at < coalesce(:until, 'infinity')
    order by id desc limit :limit)
) mine
order by id desc limit :limit
