-- migrate:up
-- The seller that issued a document; null: the installation. A seller with documents is never deleted.
alter table invoices add column seller_id integer references sellers;
create index invoices_seller on invoices (seller_id) where seller_id is not null;

-- The last number of each seller's series of a year, as `invoice_counters` has those of the installation. By prefix and without a
-- reference, because a restored backup may lack a seller whose numbers were given out.
create table invoice_series (
  prefix text not null,
  year integer not null,
  last integer not null,
  primary key (prefix, year)
);

-- migrate:down
drop table invoice_series;
alter table invoices drop column seller_id;
