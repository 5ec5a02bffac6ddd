-- Empties the sellers of an account. Their documents are accounts, and keep what they say.
update sellers set name = '', address = '', tax_id = '' where owner_id = :user_id
