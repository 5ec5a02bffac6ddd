-- migrate:up
-- One of the two asks support to look at their conversation. A second report of the same person changes nothing.
create table conversation_reports (
  id integer generated always as identity primary key,
  conversation_id integer not null references conversations,
  reporter_id integer not null references users,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint conversation_reports_once unique (conversation_id, reporter_id)
);
create index conversation_reports_reporter on conversation_reports (reporter_id);

-- Who of support has read a reported conversation, and when: a row for each page.
create table conversation_readings (
  id integer generated always as identity primary key,
  report_id integer not null references conversation_reports,
  reader_id integer not null references users,
  at timestamptz not null default now()
);
create index conversation_readings_report on conversation_readings (report_id, id);

-- migrate:down
drop table conversation_readings;
drop table conversation_reports;
