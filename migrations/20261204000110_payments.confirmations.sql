-- migrate:up
-- The secret of the confirmation of a payment whose seller may not issue documents here, and the seller as it says it.
alter table receipts
  add column confirmation_key uuid constraint receipts_confirmation unique,
  add column confirmed_by jsonb,
  add constraint receipts_confirmed check ((confirmation_key is null) = (confirmed_by is null) and (confirmation_key is null or not is_documented));
drop trigger receipts_told_changed on receipts;
create constraint trigger receipts_told_changed after update on receipts deferrable initially deferred for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{payment_intent_id,method_id,received_at,confirmation_key,confirmed_by}'))
  execute function event_of_receipt();

-- migrate:down
drop trigger receipts_told_changed on receipts;
create constraint trigger receipts_told_changed after update on receipts deferrable initially deferred for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{payment_intent_id,method_id,received_at}'))
  execute function event_of_receipt();
alter table receipts drop column confirmation_key, drop column confirmed_by;
