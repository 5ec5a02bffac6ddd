-- migrate:up
-- The address and the browser of an acceptance are erased with its account.
alter table policy_acceptances alter column ip drop not null;

-- migrate:down
update policy_acceptances set ip = '0.0.0.0' where ip is null;
alter table policy_acceptances alter column ip set not null;
