-- A person, with the data for the payment provider.
-- optional
-- not null: name
select id, email, trim(concat(first_name, ' ', last_name)) as name from users where id = :user_id
