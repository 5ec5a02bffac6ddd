-- The balance of a stay, locked until the end of the transaction: no checkout of it is opened meanwhile.
-- optional
select id, status from payments where reservation_id = :reservation_id and kind = 'balance' and not has_successor for update
