-- Charges and refunds that were made in the time that is lost are made a second time, unless the provider is asked first.
create or replace function refuse_until_reconciled() returns trigger language plpgsql as $$
begin
  if exists (select from database_losses where reconciled_at is null) then
    raise exception 'the payment provider has not been asked yet what was lost' using errcode = '57P03';
  end if;
  return case when tg_level = 'ROW' then new end;
end $$;
