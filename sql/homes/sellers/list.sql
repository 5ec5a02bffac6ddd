-- The sellers of an account, in the order in which they were made.
select id, name, address, tax_id, vat_hundredths, prefix, created_at from sellers where owner_id = :owner_id order by id
