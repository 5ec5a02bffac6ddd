-- migrate:up
create type money_method as enum ('card', 'transfer', 'cash', 'cheque', 'voucher', 'other', 'carried');

-- Money that a company received elsewhere is a receipt with a method and a day. It has a reference of its own in place of an intent, and is
-- never at the provider.
alter table receipts
  add column method money_method not null default 'card',
  add column received_on date,
  add column note text check (char_length(note) <= 500),
  add column created_by integer references users,
  add constraint receipts_elsewhere_have_day check ((method = 'card') = (received_on is null));

-- Money that a company gave back elsewhere is made when it is recorded. null: no money went back, a receipt was recorded by mistake.
alter table refunds
  add column method money_method default 'card',
  add column paid_on date,
  add constraint refunds_elsewhere_are_made check (method is not distinct from 'card' or status = 'succeeded');

create trigger receipts_audited after insert on receipts for each row when (new.method <> 'card') execute function audit_row('payment.received',
  '{amount_cents,method,received_on,note}', 'payment_id');

-- migrate:down
drop trigger receipts_audited on receipts;
alter table refunds drop column method, drop column paid_on;
alter table receipts drop column method, drop column received_on, drop column note, drop column created_by;
drop type money_method;
