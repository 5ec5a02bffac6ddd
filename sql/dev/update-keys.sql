-- Gives a demo account and a demo home the keys that the examples of the API name.
with person as (
  update users set mail_key = :mail_key where id = :user_id
)
update properties set calendar_token = :calendar_token where id = :property_id
