-- migrate:up
-- The database that the service ran on at its last start. A restored copy is another one, and the payment provider may have done
-- things since that it does not know of.
create table installation (
  only_row boolean primary key default true check (only_row),
  identity text not null,
  updated_at timestamptz not null default now()
);

-- migrate:down
drop table installation;
