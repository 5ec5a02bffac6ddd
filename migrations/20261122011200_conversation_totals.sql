-- migrate:up
-- How many conversations a user has, so that a page of them counts nothing.
create table conversation_totals (
  user_id integer primary key references users on delete cascade,
  total whole not null
);
insert into conversation_totals (user_id, total) select user_id, count(*) from conversation_sides group by user_id;

-- migrate:down
drop table conversation_totals;
