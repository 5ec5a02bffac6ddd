-- migrate:up
-- Member who wrote for the owner (docs/design/accounts.md, "Team"): the two of a conversation stay the owner and the other person.
alter table messages add column sent_by integer references users;

create function who_wrote(person integer) returns jsonb language sql stable
return (select jsonb_build_object('id', u.id, 'first_name', nullif(u.first_name, '')) from users u where u.id = person);

-- migrate:down
drop function who_wrote(integer);
alter table messages drop column sent_by;
