-- Lets an external identity sign in to an account.
insert into oauth_identities (provider, subject, user_id) values (:provider, :subject, :user_id)
