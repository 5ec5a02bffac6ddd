-- A side of a conversation whose mail is due or will be, locked until the end of the transaction.
-- optional
select conversation_id from conversation_sides
where user_id = :user_id and other_id = :other_id and mail_due_at is not null
for update
