-- The homes where an owner, or somebody who helps one, may read this.
-- part of: list-reservations, list-payments, next-home
h.id = any ((select homes_of(:user_id, :wanted))::uuid[])
