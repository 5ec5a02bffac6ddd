-- A payment that is due. `hold_minutes`: until when it can be made; null: as long as it is due. `rest_cents`: of a deposit. `is_brief`: its checkout does
-- not lengthen the hold. `due_on`: it is late
-- after this day; a change is due with the price that it changes, while that is open.
-- one
-- nullable: :reservation_id, :payer_id, :check_in, :check_out, :hold_minutes, :rest_cents, :rest_due_on, :due_on, :return_url, :is_brief
insert into payments (reservation_id, kind, payer_id, title, check_in, check_out, amount_cents, currency, payable_until,
  rest_cents, rest_due_on, return_url, is_brief, due_on)
values (:reservation_id, :kind, :payer_id, :title, :check_in, :check_out, :amount_cents, :currency,
  now() + make_interval(mins => :hold_minutes::integer), :rest_cents, :rest_due_on, :return_url, coalesce(:is_brief, false),
  coalesce(:due_on, case when :kind::payment_kind = 'change' then (
    select max(case b.due_on when b.check_in then :check_in else b.due_on end) from payments b where b.reservation_id = :reservation_id and b.kind = 'booking' and payment_is_due(b.status)) end))
returning id, key, reservation_id, amount_cents, currency
