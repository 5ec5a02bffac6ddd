-- migrate:up
-- Bills of supplements that the provider refuses because they are below its minimum. Their supplements are not billed any
-- more: they can go, or wait for the next bill.
with voided as (
  update payments set status = 'cancelled', updated_at = now()
  where kind = 'supplement' and status in ('unpaid', 'failed')
    and amount_cents < case currency
      when 'GBP' then 30 when 'SEK' then 300 when 'NOK' then 300 when 'DKK' then 250 when 'CZK' then 1500
      when 'PLN' then 200 when 'RON' then 200 when 'MXN' then 1000 when 'HKD' then 400 else 50 end
  returning id
)
update supplements s set payment_id = null from voided where s.payment_id = voided.id;

-- migrate:down
-- What was freed stays free: an earlier service bills it again when it is asked to.
select 1;
