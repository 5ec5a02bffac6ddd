-- Records that a part of the places is loaded.
insert into place_loads (part) values (:part)
