-- The ids of the next homes after an id.
-- nullable: :after
select id from properties where :after::uuid is null or id > :after order by id limit :limit
