create or replace function invoices_stay_as_issued() returns trigger language plpgsql as $$
begin
  raise exception 'an issued document is never changed' using errcode = '23514';
end $$;
