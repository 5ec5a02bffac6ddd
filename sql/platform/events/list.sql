-- Events after a position and up to another one, in their order.
-- nullable: property_id, actor, actor_id, data, previous
select e.position, e.id, e.type, e.subject_id, e.owner_id, e.property_id, e.actor, e.actor_id, e.data, e.previous, e.created_at
from events e
where e.position > :after and e.position <= :until
  -- any of: of-owner, about-home, on-homes, of-types
order by e.position
limit :limit
