-- The homes on offer and the drafts after one, in the order of their ids.
-- reads: properties: the homes themselves, which the events describe
-- not null: subject_id
select h.id as property_id, h.id::text as subject_id
from properties h
where h.id > :after_home and h.status <> 'archived'
  -- any of: as-owner, of-home, on-homes, changed-homes
order by h.id
limit :limit
