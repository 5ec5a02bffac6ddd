-- Tells whether somebody has to do with some homes of a user: as their guest, or because the two have written about them, or with `or_no_home`
-- about none.
-- reads: states: a member of a team may write to the guests of their homes
-- one
-- not null: found
select exists (select from reservations r where r.guest_id = :other_id and r.property_id = any (:homes::uuid[]))
  or exists (
    select from conversation_sides s
    join messages m on m.conversation_id = s.conversation_id
    where s.user_id = :user_id and s.other_id = :other_id
      and (m.property_id = any (:homes) or (:or_no_home::boolean and m.property_id is null))) as found
