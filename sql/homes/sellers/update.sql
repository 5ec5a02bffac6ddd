-- Changes a seller of an account; null leaves a field as it is. Another country leaves no region.
-- optional
-- nullable: :name, :address, :tax_id, :vat_hundredths, :country, :region, :kind, :vat_exempt
update sellers
set name = coalesce(:name, name), address = coalesce(:address, address), tax_id = coalesce(:tax_id, tax_id),
  vat_hundredths = coalesce(:vat_hundredths, vat_hundredths), country = coalesce(:country, country),
  region = coalesce(:region, case when coalesce(:country, country) = country then region end),
  kind = coalesce(:kind, kind), vat_exempt = coalesce(:vat_exempt, vat_exempt)
where id = :id and owner_id = :owner_id
returning id, name, address, tax_id, vat_hundredths, prefix, country, region, kind, vat_exempt, documents_allowed_by, cash_allowed_by, created_at
