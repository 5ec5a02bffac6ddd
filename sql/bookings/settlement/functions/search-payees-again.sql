-- Writes the owner of a stay that goes on again to its open payments; `payee_of_stay` finds them.
create or replace function search_payees_again() returns trigger language plpgsql as $$
begin
  update payments set payee_id = null where reservation_id = new.id and payment_is_due(status);
  return null;
end $$;
