-- A new seller; no row when its prefix is taken.
-- optional
insert into sellers (owner_id, name, address, tax_id, vat_hundredths, prefix)
values (:owner_id, :name, :address, :tax_id, :vat_hundredths, :prefix)
on conflict (prefix) do nothing
returning id, name, address, tax_id, vat_hundredths, prefix, created_at
