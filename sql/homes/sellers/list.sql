-- The sellers of an account, in the order in which they were made.
select id, name, address, tax_id, vat_hundredths, prefix, country, region, kind, vat_exempt, documents_allowed_by, cash_allowed_by, created_at
from sellers where owner_id = :owner_id order by id
