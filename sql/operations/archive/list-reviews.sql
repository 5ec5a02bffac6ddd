-- Lists the reviews of an owner's homes after one, of guests here and of channels, a line of the archive each.
-- reads: reviews: the lines are reviews
-- reads: properties: an owner keeps the reviews of their own homes
-- not null: id, property_id, line
select x.id, x.property_id, x.line::text as line
from properties h
cross join lateral (
  select c.id, c.property_id, to_jsonb(c) - 'author_id' || '{"source":"site"}' as line from comments c where c.property_id = h.id
  union all
  select c.id, c.property_id, to_jsonb(c) - '{remote_property_id,claimed_at}'::text[] from channel_reviews c where c.property_id = h.id
) x
where h.owner_id = :owner_id and (x.property_id, x.id) > (:after_home, :after_id::bigint)
order by x.property_id, x.id
limit :limit
