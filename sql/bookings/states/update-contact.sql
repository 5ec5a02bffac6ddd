-- Changes how the guest of a stay without an account is reached. The address of before stays known, unless it was itself typed in place of another one
-- and is not proved, or was typed by somebody with few scopes: codes are mailed to it until the new one is proved.
-- Empty text: there was none before.
-- nullable: :first_name, :last_name, :email, :phone, :language, :country, :email_scopes
update contacts
set name = :name, first_name = :first_name, last_name = :last_name, email = :email, phone = :phone, language = :language,
  country_id = :country, email_scopes = :email_scopes,
  previous_email = case when lower(email) is distinct from lower(:email::text) then 
    case when lower(email) = lower(proved_email) and email_scopes is null then email else coalesce(previous_email, email, '') end
    else previous_email end
where id = :contact_id
