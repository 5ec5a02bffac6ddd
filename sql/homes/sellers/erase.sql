-- Empties the sellers of an account. Their documents are accounts, and keep what they say.
update sellers
set name = '', address = '', tax_id = '', documents_allowed_by = left(documents_allowed_by, 0), cash_allowed_by = left(cash_allowed_by, 0)
where owner_id = :user_id
