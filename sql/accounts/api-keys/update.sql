-- Changes a key of an account; what is not given stays, and no scope is added.
-- optional
-- nullable: :name, :scopes, :origins
update api_keys
set name = coalesce(:name::text, name), scopes = coalesce(:scopes::text[], scopes), origins = coalesce(:origins::text[], origins)
where id = :id and user_id = :user_id and coalesce(:scopes <@ scopes, true)
returning id
