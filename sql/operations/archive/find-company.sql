-- The company of an account, with its sellers, contracts, templates of messages and people, and the picture of its logo. Keys and passwords are not among it.
-- reads: auth: the name of the account
-- reads: company, sellers, team, message-templates, agreements: they are the company
-- optional
-- not null: name, line, files
select coalesce((select c.name from companies c where c.owner_id = u.id), trim(u.first_name || ' ' || u.last_name)) as name, jsonb_build_object(
  'account', jsonb_build_object('email', u.email, 'first_name', u.first_name, 'last_name', u.last_name),
  'company', (select to_jsonb(c) - 'owner_id' from companies c where c.owner_id = u.id),
  'sellers', (select coalesce(jsonb_agg(to_jsonb(s) - '{id,owner_id,documents_allowed_by,cash_allowed_by}'::text[] order by s.id), '[]')
    from sellers s where s.owner_id = u.id),
  'contracts', (select coalesce(jsonb_agg(to_jsonb(x) - '{id,owner_id}'::text[] order by x.version), '[]') from contracts x where x.owner_id = u.id),
  'templates', (select coalesce(jsonb_agg(to_jsonb(t) - 'owner_id' order by t.id), '[]') from message_templates t where t.owner_id = u.id),
  'team', (select coalesce(jsonb_agg(jsonb_build_object('email', coalesce(p.email, g.email), 'role', g.role, 'property_ids', g.property_ids) order by g.id), '[]')
    from team_grants g left join users p on p.id = g.user_id where g.owner_id = u.id)
)::text as line,
  array(select c.logo from companies c where c.owner_id = u.id and c.logo is not null) as files
from users u
where u.id = :owner_id and u.deleted_at is null
