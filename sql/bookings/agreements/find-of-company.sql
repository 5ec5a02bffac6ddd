-- Returns a version of a contract of an account, or the one of the company in force.
-- nullable: :version, property_id
-- optional
select id, version, texts, property_id, created_at
from contracts
where owner_id = :owner_id and case when :version::integer is null then property_id is null else version = :version end
order by version desc
limit 1
