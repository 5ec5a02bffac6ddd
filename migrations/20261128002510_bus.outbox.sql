-- migrate:up
-- Messages are written with the last statement of their transaction, under a lock of each channel: positions follow the commits
-- without a trigger. Nodes of before write theirs earlier; they get positions all the same.
drop trigger realtime_outbox_at_commit on realtime_outbox;
drop function order_realtime_outbox();
drop index realtime_outbox_unordered;
alter table realtime_outbox
  alter position set default nextval('realtime_outbox_positions'),
  drop transaction_id;
update realtime_outbox set position = default where position is null;

-- migrate:down
alter table realtime_outbox
  alter position drop default,
  add transaction_id xid8 not null default pg_current_xact_id();
create index realtime_outbox_unordered on realtime_outbox (transaction_id) where position is null;
create function order_realtime_outbox() returns trigger language plpgsql as $$
declare
  waiting record;
begin
  perform pg_advisory_xact_lock(hashtextextended('realtime ' || c.channel, 0))
  from (
    select distinct o.channel
    from realtime_outbox o
    where o.transaction_id = pg_current_xact_id() and o.position is null
    order by o.channel
  ) c;
  for waiting in
    select o.id from realtime_outbox o where o.transaction_id = pg_current_xact_id() and o.position is null order by o.id
  loop
    update realtime_outbox set position = nextval('realtime_outbox_positions') where id = waiting.id;
  end loop;
  return null;
end
$$;
create constraint trigger realtime_outbox_at_commit after insert on realtime_outbox
deferrable initially deferred for each row execute function order_realtime_outbox();
