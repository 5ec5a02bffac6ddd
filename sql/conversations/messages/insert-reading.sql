-- Writes down that somebody of support reads a reported conversation; no row when there is no such report.
-- optional
with report as (
  select id, conversation_id from conversation_reports where id = :report_id
), written as (
  insert into conversation_readings (report_id, reader_id) select id, :reader_id from report
)
select conversation_id from report
