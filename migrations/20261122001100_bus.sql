-- migrate:up
-- Real-time payloads that are too long for a notification of PostgreSQL (8,000 bytes), which carries their id instead.
create unlogged table realtime_payloads (
  id bigint generated always as identity primary key,
  payload text not null,
  created_at timestamptz not null default now()
);

-- The nodes that serve sockets. A node renews its lease; once the lease has ended, any other node deletes the row.
create unlogged table realtime_nodes (
  node uuid primary key,
  -- The number of the node's last change of presence, by which others notice that they missed one.
  revision bigint not null,
  expires_at timestamptz not null
);

-- Who is present on which node.
create unlogged table realtime_presence (
  node uuid not null references realtime_nodes on delete cascade,
  channel text not null,
  user_id text not null,
  -- JSON; null: the client gave none.
  info text,
  primary key (node, channel, user_id)
);

-- The last event of each cache channel.
create unlogged table realtime_caches (
  channel text primary key,
  event text not null,
  data text not null,
  updated_at timestamptz not null default now()
);

-- When sockets of a user were last closed because their rights had changed. A node that was cut off reads here what it
-- missed.
create table realtime_revocations (
  user_id text primary key,
  revoked_at timestamptz not null
);
create index realtime_revocations_order on realtime_revocations (revoked_at);

-- Messages on their way to Redis, written in the transactions that cause them.
create table realtime_outbox (
  id bigint generated always as identity primary key,
  channel text not null,
  message text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  -- Given at the commit; null before.
  position bigint,
  -- Kept for some minutes, for nodes that did not hear Redis then.
  relayed_at timestamptz
);
create index realtime_outbox_order on realtime_outbox (position) where relayed_at is null;
create index realtime_outbox_relayed on realtime_outbox (relayed_at) where relayed_at is not null;
create index realtime_outbox_unordered on realtime_outbox (transaction_id) where position is null;
create sequence realtime_outbox_positions;

-- Gives the rows of a transaction their positions while it commits. A lock of each channel, held for as long as the commit
-- takes, makes positions follow the order of the commits. All transactions lock in the same order.
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

-- migrate:down
drop table realtime_outbox;
drop function order_realtime_outbox();
drop sequence realtime_outbox_positions;
drop table realtime_revocations;
drop table realtime_caches;
drop table realtime_presence;
drop table realtime_nodes;
drop table realtime_payloads;
