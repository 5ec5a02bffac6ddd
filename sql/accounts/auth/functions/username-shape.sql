-- The look of a username: without characters that show nothing (Default_Ignorable_Code_Point of Unicode 17, with the variation selectors), in
-- compatibility form and lower case. Existing names may look alike; a new one may not.
create or replace function username_shape(username text) returns text language sql immutable parallel safe
return normalize(lower(normalize(regexp_replace(username,
  U&'[\00AD\034F\061C\115F\1160\17B4\17B5\180B-\180F\200B-\200F\202A-\202E\2060-\206F\3164\FE00-\FE0F\FEFF\FFA0\FFF0-\FFF8\+01BCA0-\+01BCA3\+01D173-\+01D17A\+0E0000-\+0E0FFF]',
  '', 'g'), nfkc)), nfkc);
