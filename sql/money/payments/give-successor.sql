-- Notes that another payment asks for what this one, whose money was a mistake or which is a part, does not.
update payments set has_successor = true, updated_at = now() where id = :payment_id
