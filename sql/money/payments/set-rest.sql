-- Sets what is still to come after a deposit, and the day of that. A card is not charged before the day to which its guest agreed.
-- nullable: :rest_cents, :rest_due_on
update payments
set rest_cents = :rest_cents, rest_due_on = :rest_due_on,
  rest_card_from = case when :rest_due_on::date < rest_due_on then coalesce(rest_card_from, rest_due_on) else rest_card_from end,
  updated_at = now()
where id = :payment_id
