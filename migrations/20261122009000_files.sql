-- migrate:up
-- By which the sweep of orphans finds the row of a file.
create index users_avatar on users (avatar) where avatar is not null;
create index property_photos_path on property_photos (path);

-- migrate:down
drop index property_photos_path;
drop index users_avatar;
