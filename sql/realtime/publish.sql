-- Notifies every node at commit, and never after a rollback.
select pg_notify('sejour_realtime', :message)
