-- Records that a user accepts a text; the first time is kept.
-- nullable: :user_agent
insert into policy_acceptances (user_id, policy_id, version, content_hash, ip, user_agent)
select :user_id, id, version, sha256(convert_to(content, 'UTF8')), :ip::inet, :user_agent
from policies
where id = :policy_id and status = 'published'
on conflict (user_id, policy_id) do nothing
returning policy_id
