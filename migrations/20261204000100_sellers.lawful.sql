-- migrate:up
create type seller_kind as enum ('business', 'private');
alter table sellers
  -- ISO 3166-1; null: not known, and nothing is refused.
  add column country text check (country ~ '^[A-Z]{2}$'),
  -- ISO 3166-2, with its country.
  add column region text constraint sellers_region check (region is null or country is not null and region ~ ('^' || country || '-[A-Z0-9]{1,3}$')),
  add column kind seller_kind not null default 'business',
  add column vat_exempt boolean not null default false,
  -- The person on whose word the operator has allowed it against the law of the country.
  add column documents_allowed_by text check (char_length(documents_allowed_by) <= 255),
  add column cash_allowed_by text check (char_length(cash_allowed_by) <= 255);
drop trigger sellers_audited on sellers;
create trigger sellers_audited after insert or update or delete on sellers for each row execute function audit_row('seller',
  '{name,address,tax_id,vat_hundredths,prefix,country,region,kind,vat_exempt,documents_allowed_by,cash_allowed_by}');

-- migrate:down
drop trigger sellers_audited on sellers;
create trigger sellers_audited after insert or update or delete on sellers for each row execute function audit_row('seller',
  '{name,address,tax_id,vat_hundredths,prefix}');
alter table sellers drop column country, drop column region, drop column kind, drop column vat_exempt, drop column documents_allowed_by,
  drop column cash_allowed_by;
drop type seller_kind;
