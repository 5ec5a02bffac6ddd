-- What is loaded of the places, if it includes a part of them.
-- optional
select part from place_loads where part in (:part, 'all') limit 1
