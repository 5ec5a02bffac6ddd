-- Reports of conversations, newest first, with how often support has read each. An erased account has no name.
-- reads: auth: support sees who has reported whom
-- nullable: last_read_at
-- not null: total, readings, reported_id, reporter_name, reported_name, reporter_is_deleted, reported_is_deleted
select r.id, r.reason, r.created_at, r.reporter_id, reported.id as reported_id,
  reporter.first_name as reporter_name, reporter.deleted_at is not null as reporter_is_deleted,
  reported.first_name as reported_name, reported.deleted_at is not null as reported_is_deleted,
  read.count as readings, read.last_at as last_read_at,
  (select count(*) from conversation_reports) as total
from conversation_reports r
join conversations c on c.id = r.conversation_id
join users reporter on reporter.id = r.reporter_id
join users reported on reported.id = c.low_id + c.high_id - r.reporter_id
cross join lateral (
  select count(*), max(g.at) as last_at from conversation_readings g where g.report_id = r.id
) read
order by r.id desc
limit :limit offset :offset
