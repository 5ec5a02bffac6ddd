-- Changes a seller of an account; null leaves a field as it is.
-- optional
-- nullable: :name, :address, :tax_id, :vat_hundredths
update sellers
set name = coalesce(:name, name), address = coalesce(:address, address), tax_id = coalesce(:tax_id, tax_id),
  vat_hundredths = coalesce(:vat_hundredths, vat_hundredths)
where id = :id and owner_id = :owner_id
returning id, name, address, tax_id, vat_hundredths, prefix, created_at
