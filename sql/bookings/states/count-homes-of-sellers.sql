-- Counts the homes of an account that are let in the name of each of its sellers.
-- reads: properties: each home names its seller
-- not null: seller_id, homes
select seller_id, count(*) as homes from properties
where owner_id = :owner_id and seller_id is not null and status <> 'archived'
group by seller_id
