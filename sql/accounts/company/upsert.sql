-- Writes the company of an account.
-- nullable: :logo, :colour, :site, :reply_to, :legal
-- one
insert into companies (owner_id, name, logo, colour, site, reply_to, legal)
values (:owner_id, :name, :logo, :colour, :site, :reply_to, :legal)
on conflict (owner_id) do update set name = excluded.name, logo = excluded.logo, colour = excluded.colour, site = excluded.site,
  reply_to = excluded.reply_to, legal = excluded.legal, updated_at = now()
returning name, logo, colour, site, reply_to, legal
