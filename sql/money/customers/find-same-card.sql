-- The row of a user's card that is saved already, by its method or its fingerprint. The customer is locked before.
-- optional
-- nullable: :fingerprint
select id, method_id, is_default from payment_methods
where user_id = :user_id and (method_id = :method_id or fingerprint = :fingerprint)
