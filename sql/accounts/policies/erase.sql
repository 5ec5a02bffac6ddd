-- Takes the address and the browser from what a user has accepted.
update policy_acceptances set ip = null, user_agent = null where user_id = :user_id
