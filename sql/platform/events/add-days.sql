-- Makes room for the events of today and tomorrow.
select events_add_days()
