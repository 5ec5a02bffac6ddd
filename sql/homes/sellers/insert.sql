-- A new seller; no row when its prefix is taken.
-- optional
-- nullable: :country, :region
insert into sellers (owner_id, name, address, tax_id, vat_hundredths, prefix, country, region, kind, vat_exempt)
values (:owner_id, :name, :address, :tax_id, :vat_hundredths, :prefix, :country, :region, :kind, :vat_exempt)
on conflict (prefix) do nothing
returning id, name, address, tax_id, vat_hundredths, prefix, country, region, kind, vat_exempt, documents_allowed_by, cash_allowed_by, created_at
