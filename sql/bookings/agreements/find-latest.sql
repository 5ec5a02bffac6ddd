-- Returns the latest texts of a home or a company, also where they are empty. The account is locked.
-- nullable: :property_id
-- optional
select version, texts, created_at from contracts
where owner_id = :owner_id and property_id is not distinct from :property_id::uuid
order by version desc
limit 1
