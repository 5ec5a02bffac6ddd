-- Changes how the guest of a stay without an account is reached.
-- nullable: :first_name, :last_name, :email, :phone, :language, :country
update contacts
set name = :name, first_name = :first_name, last_name = :last_name, email = :email, phone = :phone, language = :language,
  country_id = :country
where id = :contact_id
