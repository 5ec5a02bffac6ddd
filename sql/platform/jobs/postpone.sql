-- Puts running jobs off, without counting the attempt. A scheduled job stays as it is when another one of its queue waits for its next attempt.
update pgboss.job j
set state = 'retry', retry_count = retry_count - 1, start_after = now() + make_interval(secs => :seconds::float8),
  output = jsonb_build_object('message', :reason::text)
where j.name = :queue and j.id = :id::uuid and j.state = 'active' and not (
  j.policy = 'stately'
  and exists (select from pgboss.job other where other.name = j.name and other.state = 'retry'))
