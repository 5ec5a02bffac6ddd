-- migrate:up
-- In whose name documents of a home are issued, where that is not the installation (docs/design/payments.md, "Sellers").
create table sellers (
  id integer generated always as identity primary key,
  owner_id integer not null references users,
  -- Emptied when the account is erased.
  name text not null check (char_length(name) <= 255),
  address text not null check (char_length(address) <= 1000),
  tax_id text not null check (char_length(tax_id) <= 100),
  -- Hundredths of a percent, within prices.
  vat_hundredths integer not null check (vat_hundredths between 0 and 10000),
  -- The beginning of the numbers of its documents: unique in the installation, as numbers are, and never changed.
  prefix text not null constraint sellers_prefix_key unique check (prefix ~ '^[A-Z][A-Z0-9]{0,7}$'),
  created_at timestamptz not null default now(),
  -- A home has a seller of its own account.
  unique (owner_id, id)
);
create trigger sellers_checked before insert on sellers for each statement execute function refuse_until_checked();
create trigger sellers_audited after insert or update or delete on sellers for each row execute function audit_row('seller',
  '{name,address,tax_id,vat_hundredths,prefix}');

-- migrate:down
drop table sellers;
