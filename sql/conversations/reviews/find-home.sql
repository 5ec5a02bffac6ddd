-- A home whose reviews can be read, and what they come to.
-- reads: properties: only a published home shows its reviews; the average is kept with it
-- replica: yes
-- optional
-- nullable: histogram, averages
select p.id, p.owner_id, p.rating_average, p.rating_count, s.histogram, s.averages
from properties p
left join rating_summaries s on s.property_id = p.id
where p.id = :property_id and p.status = 'published'
