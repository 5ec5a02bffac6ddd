-- First day of an owner's stay in a home.
-- optional
select start_date from closures where id = :closure_id and property_id = :property_id and kind = 'owner_stay'
