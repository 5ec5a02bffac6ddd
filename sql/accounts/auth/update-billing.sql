-- For whom the invoices of an account are made out from now on; no row for an account that is gone.
-- optional
-- nullable: :company, :vat_number, :address
update users
set billing_company = :company, billing_vat_number = :vat_number, billing_address = :address, updated_at = now()
where id = :user_id and deleted_at is null
returning billing_company as company, billing_vat_number as vat_number, billing_address as address
