-- The load of places that includes a part of them, if there is one.
-- optional
select part from place_loads where part in (:part, 'all') limit 1
