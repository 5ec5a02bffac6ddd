-- Links an external identity to an account.
insert into oauth_identities (provider, subject, user_id) values (:provider, :subject, :user_id)
