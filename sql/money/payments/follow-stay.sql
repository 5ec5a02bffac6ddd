-- The payments of a stay show its days as they are now. Those that are due show its home, where one is given, and can be made as long as its
-- nights are held. A price that is due on the day of arrival stays so.
-- nullable: :title, :payable_until
update payments
set check_in = :check_in, check_out = :check_out,
  title = case when payment_is_due(status) then coalesce(:title, title) else title end,
  payable_until = case when payment_is_due(status) then least(payable_until, :payable_until::timestamptz) else payable_until end,
  due_on = case when kind in ('booking', 'change') and payment_is_due(status) and due_on = check_in then :check_in else due_on end,
  updated_at = now()
where reservation_id = :reservation_id
