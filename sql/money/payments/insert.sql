-- A payment that is due. `hold_minutes`: until when it can be made; null: as long as it is due. `rest_cents`: of a deposit.
-- one
-- nullable: :reservation_id, :payer_id, :check_in, :check_out, :hold_minutes, :rest_cents, :rest_due_on
insert into payments (reservation_id, kind, payer_id, title, check_in, check_out, amount_cents, currency, payable_until,
  rest_cents, rest_due_on)
values (:reservation_id, :kind, :payer_id, :title, :check_in, :check_out, :amount_cents, :currency,
  now() + make_interval(mins => :hold_minutes::integer), :rest_cents, :rest_due_on)
returning id, key, reservation_id, amount_cents, currency
