-- migrate:up
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

-- migrate:down
drop table realtime_revocations;
drop table realtime_caches;
drop table realtime_presence;
drop table realtime_nodes;
