-- migrate:up
-- The seller of a home; null: the installation.
alter table properties
  add column seller_id integer,
  add constraint properties_seller foreign key (owner_id, seller_id) references sellers (owner_id, id);
create trigger properties_seller_audited after update of seller_id on properties for each row execute function audit_row('property.seller', '{seller_id}');

-- migrate:down
drop trigger properties_seller_audited on properties;
alter table properties drop column seller_id;
